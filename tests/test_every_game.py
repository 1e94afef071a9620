"""Checks that every game and kind has the files and texts it needs; a failure names what is missing."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from api.calls.puzzle_documents import read_puzzle
from api.cli.registry import VALUE_WORDINGS
from generators.registry import generators_for
from puzzles import packs
from puzzles.game import Caption, Game, SolvedPuzzle
from puzzles.grades import GRADES
from puzzles.registry import GAMES, KINDS, game_of, kind_named
from puzzles.texts import FOLDER, LANGUAGES, Phrase, catalogue, translator_for

ROOT = Path(__file__).parent.parent
KIND_IDS = [kind.id for kind in KINDS]


def _phrases(caption: Caption) -> list[Phrase]:
    optional = () if caption.without_steps is None else (caption.without_steps,)
    return [caption.task, *caption.answer, *caption.write_lines, *caption.notices, *optional]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
class TestGame:
    def test_has_its_folders_and_catalogues(self, game: Game) -> None:
        required = [f"{layer}/{game.id}/__init__.py" for layer in ("puzzles", "solvers", "generators")]
        required += [
            f"puzzles/{game.id}/{name}"
            for name in ("game.py", "captions.py", "examples.json", "rules.md", "reference.md")
        ]
        required += [f"{(FOLDER / language / game.id).relative_to(ROOT)}.toml" for language in LANGUAGES]
        missing = [path for path in required if not (ROOT / path).exists()]
        assert not missing, f"{game.id} lacks {missing}"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_has_a_name_and_rules(self, game: Game, language: str) -> None:
        required = [f"{game.id}.name"]
        required += [
            f"{game.id}.rules.{name}.{part}" for name in game.rule_sections for part in ("title", "text")
        ]
        missing = [key for key in required if key not in catalogue(language)]
        assert not missing, f"puzzles/texts/{language}/{game.id}.toml lacks {missing}"

    def test_every_section_of_its_rules_is_printed(self, game: Game) -> None:
        sections = {key.split(".")[2] for key in catalogue("en") if key.startswith(f"{game.id}.rules.")}
        assert sections == set(game.rule_sections)

    def test_has_captions_and_examples_of_exactly_its_kinds(self, game: Game) -> None:
        kinds = [kind.id for kind in game.kinds]
        assert list(game.captions) == kinds, "a caption for each kind, in their order"
        assert list(game.examples) == kinds, f"an example of each kind in puzzles/{game.id}/examples.json"
        assert game.book_cut_outs.keys() <= set(kinds)

    def test_is_the_value_of_its_folder(self, game: Game) -> None:
        assert import_module(f"puzzles.{game.id}.game").GAME is game
        assert all(kind.id.startswith(f"{game.id}.") for kind in game.kinds)


@pytest.mark.parametrize("kind_id", KIND_IDS)
class TestKind:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_has_a_name_and_rules(self, kind_id: str, language: str) -> None:
        required = [f"{kind_id}.{key}" for key in ("name", "rules.title", "rules.text")]
        missing = [key for key in required if key not in catalogue(language)]
        assert not missing, f"the catalogue of {language} lacks {missing}"

    def test_has_an_example_that_is_solved_and_verified(self, kind_id: str) -> None:
        kind, example = kind_named(kind_id), game_of(kind_id).examples[kind_id]
        puzzle, solution = kind.parse(example["puzzle"]), kind.parse_solution(example["solution"])
        assert kind.verify(puzzle, solution) == ()

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_has_a_caption_for_its_puzzles(self, kind_id: str, language: str) -> None:
        kind, translator = kind_named(kind_id), translator_for(language)
        for grade in GRADES:
            entry = packs.entry(kind_id, grade, 0)
            solved = SolvedPuzzle(
                kind.parse(entry.record["puzzle"]), kind.parse_solution(entry.solution), entry.score
            )
            caption = game_of(kind_id).captions[kind_id](solved)
            assert all(translator.render(phrase).strip() for phrase in _phrases(caption))
            has_explainer = generators_for(kind_id).explainer is not None
            assert (caption.without_steps is not None) == has_explainer, (
                "steps are printed for a kind that has an explainer"
            )

    def test_its_records_hold_only_declared_fields(self, kind_id: str) -> None:
        common = {"id", "kind", "grade", "difficulty", "seed", "generator", "puzzle", "url"}
        for grade in GRADES:
            record = packs.entry(kind_id, grade, 0).record
            unknown = record.keys() - common - game_of(kind_id).record_fields.keys()
            assert not unknown, f"{sorted(unknown)}: declare them in puzzles/{game_of(kind_id).id}/game.py"
            read_puzzle(record)

    def test_its_values_can_be_put_in_words(self, kind_id: str) -> None:
        if kind_named(kind_id).facts.valued:
            assert game_of(kind_id).id in VALUE_WORDINGS, "api/cli/registry.py lacks its words"

    def test_its_summary_begins_with_the_name_of_its_game(self, kind_id: str) -> None:
        game, kind = game_of(kind_id), kind_named(kind_id)
        assert kind.summary.startswith(game.name(translator_for("en")))
