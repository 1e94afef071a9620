"""What a worker does with a request, according to its lane."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from api.calls.call import Progress
from api.problem_documents import NOT_JSON, document_of, problem_document
from api.service.settings import Settings
from api.store.database import Database, DatabaseUnavailable
from api.workers.answer_cache import AnswerCache
from api.workers.intake import Intake
from api.workers.known_calls import call_named
from api.workers.protocol import Message, Request, json_bytes
from api.workers.work import Reply, Work, store_and_cache
from generators.errors import NoneFound
from puzzles.errors import BadInput, NotJson


@dataclass(frozen=True)
class RequestHandler:
    """Answers requests of all lanes. The database is for reading bodies and for calls; jobs need none."""

    database: Database
    cache: AnswerCache
    intake: Intake

    @classmethod
    def of(cls, settings: Settings) -> RequestHandler:
        database = Database(settings.database_url)
        cache = AnswerCache(database, settings.keep)
        return cls(database, cache, Intake(settings, database, cache))

    def answer(self, request: Request, progress: Progress) -> Message:
        """Answers a request; with the problem document of what is wrong with it, where something is."""
        try:
            return Message("answer", json_bytes(self._result(request, progress)))
        except NotJson as e:
            return Message("problem", json_bytes(problem_document(400, str(e), problem_type=NOT_JSON)))
        except (BadInput, NoneFound) as e:
            return Message("problem", json_bytes(document_of(e)))
        except DatabaseUnavailable as e:
            return Message("unavailable", str(e).encode())
        except (AssertionError, RuntimeError) as e:
            # Engines that contradict each other, or fail: an error of the program, and no answer.
            return Message("fault", f"{type(e).__name__}: {e}".encode())
        except MemoryError:
            return Message("stopped", b"memory")

    def _result(self, request: Request, progress: Progress) -> object:
        if request.lane == "read":
            return self.intake.read(request.call, request.body).to_json()
        call = call_named(request.call)
        body = call.read(json.loads(request.body))
        start = time.monotonic()
        result = call.work(body, progress).to_json()
        if request.lane == "job":
            # The dispatcher caches and publishes it, wherever the job was worked on.
            return result
        work = Work.of(call, body, request.seconds)
        return store_and_cache(
            self.database, self.cache, work, Reply(result), time.monotonic() - start
        ).answer
