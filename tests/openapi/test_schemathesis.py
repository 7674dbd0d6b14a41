"""schemathesis, which knows the document alone, finds nothing; `make fuzz` asks for more and takes longer."""

from typing import Any

from tests.openapi.fuzzing import Run, unlimited_app


def test_every_check_is_kept_by_examples_bounds_chance_and_chains_of_requests(redis_url: str) -> None:
    run = Run(unlimited_app(redis_url))
    assert run.findings == []
    for phase in ("examples", "coverage", "fuzzing", "stateful"):
        assert run.answers[phase, 200] > 0
        assert run.answers[phase, 201] > 0, "no game was created"


def test_an_answer_that_is_not_documented_is_found(redis_url: str) -> None:
    app = unlimited_app(redis_url)
    inner = app.wsgi_app

    def outer(environ: dict[str, Any], start_response: Any) -> Any:
        answer = inner(environ, start_response)
        return [b'{"status": 200}'] if environ["PATH_INFO"] == "/healthz" else answer

    app.wsgi_app = outer  # type: ignore[method-assign]  # where Flask wants layers of WSGI put
    assert "200" in "".join(Run(app, examples=1, only="getHealth").findings)
