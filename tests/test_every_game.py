"""What every game and its kinds owe to be named and printed: fails by name for whatever is missing."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from api.calls.subject import read_puzzle
from api.cli.registry import VALUE_WORDINGS
from generators.protocol import GRADES
from generators.registry import generators_for
from puzzles import packs
from puzzles.game import Caption, Game, SolvedPuzzle
from puzzles.registry import GAMES, KINDS, game_of, kind_named
from puzzles.texts import FOLDER, LANGUAGES, Phrase, catalogue, translator_for

HOUSE = Path(__file__).parent.parent
KIND_IDS = [kind.id for kind in KINDS]


def _phrases(caption: Caption) -> list[Phrase]:
    alone = () if caption.without_steps is None else (caption.without_steps,)
    return [caption.task, *caption.answer, *caption.write_lines, *caption.notices, *alone]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
class TestGame:
    def test_has_its_folders_and_catalogues(self, game: Game) -> None:
        owed = [f"{layer}/{game.id}/__init__.py" for layer in ("puzzles", "solvers", "generators")]
        owed += [
            f"puzzles/{game.id}/{name}" for name in ("game.py", "captions.py", "examples.json", "rules.md")
        ]
        owed += [f"{(FOLDER / language / game.id).relative_to(HOUSE)}.toml" for language in LANGUAGES]
        missing = [path for path in owed if not (HOUSE / path).exists()]
        assert not missing, f"{game.id} lacks {missing}"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_has_a_name_and_rules(self, game: Game, language: str) -> None:
        owed = [f"{game.id}.name"]
        owed += [
            f"{game.id}.rules.{name}.{part}" for name in game.rule_sections for part in ("title", "text")
        ]
        missing = [key for key in owed if key not in catalogue(language)]
        assert not missing, f"puzzles/texts/{language}/{game.id}.toml lacks {missing}"

    def test_every_section_of_its_rules_is_printed(self, game: Game) -> None:
        there = {key.split(".")[2] for key in catalogue("en") if key.startswith(f"{game.id}.rules.")}
        assert there == set(game.rule_sections)

    def test_has_captions_and_examples_of_its_kinds_and_of_no_other(self, game: Game) -> None:
        kinds = [kind.id for kind in game.kinds]
        assert list(game.captions) == kinds, "a caption for each kind, in their order"
        assert list(game.examples) == kinds, f"an example of each kind in puzzles/{game.id}/examples.json"
        assert game.book_cut_outs.keys() <= set(kinds)

    def test_is_the_value_of_its_folder(self, game: Game) -> None:
        assert import_module(f"puzzles.{game.id}.game").GAME is game
        assert all(kind.id.startswith(f"{game.id}.") for kind in game.kinds)


@pytest.mark.parametrize("kind", KIND_IDS)
class TestKind:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_has_a_name_and_rules(self, kind: str, language: str) -> None:
        owed = [f"{kind}.{key}" for key in ("name", "rules.title", "rules.text")]
        missing = [key for key in owed if key not in catalogue(language)]
        assert not missing, f"the catalogue of {language} lacks {missing}"

    def test_has_an_example_that_is_solved_and_verified(self, kind: str) -> None:
        it, example = kind_named(kind), game_of(kind).examples[kind]
        puzzle, solution = it.parse(example["puzzle"]), it.parse_solution(example["solution"])
        assert it.verify(puzzle, solution) == ()

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_has_a_caption_for_its_puzzles(self, kind: str, language: str) -> None:
        it, translator = kind_named(kind), translator_for(language, "people")
        for grade in GRADES:
            entry = packs.entry(kind, grade, 0)
            solved = SolvedPuzzle(
                it.parse(entry.record["puzzle"]), it.parse_solution(entry.solution), entry.score
            )
            caption = game_of(kind).captions[kind](solved)
            assert all(translator.render(each).strip() for each in _phrases(caption))
            explained = generators_for(kind).explainer is not None
            assert (caption.without_steps is not None) == explained, (
                "steps are printed where somebody knows them"
            )

    def test_its_records_hold_no_field_that_is_not_declared(self, kind: str) -> None:
        common = {"id", "kind", "grade", "difficulty", "seed", "generator", "puzzle", "url"}
        for grade in GRADES:
            record = packs.entry(kind, grade, 0).record
            unknown = record.keys() - common - game_of(kind).record_fields.keys()
            assert not unknown, f"{sorted(unknown)}: declare them in puzzles/{game_of(kind).id}/game.py"
            read_puzzle(record)

    def test_its_values_can_be_put_in_words(self, kind: str) -> None:
        if kind_named(kind).facts.valued:
            assert game_of(kind).id in VALUE_WORDINGS, "api/cli/registry.py lacks its words"

    def test_its_summary_begins_with_the_name_of_its_game(self, kind: str) -> None:
        game, it = game_of(kind), kind_named(kind)
        assert it.summary.startswith(game.name(translator_for("en")))
