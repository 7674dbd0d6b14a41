"""`python -m service`: gunicorn in this process, as deploy/gunicorn.conf.py tells it."""

import signal
import sys
from pathlib import Path
from typing import Final

CONFIG: Final = Path(__file__).resolve().parent.parent / "deploy" / "gunicorn.conf.py"


def main() -> None:
    """Serve until a signal ends it. The process ends with 2 for a wrong setting and 1 where it can't start."""
    # until gunicorn takes the signal over, Ctrl-C just ends the process: there is nothing to stop, and no traceback to read
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.argv[1:]:
        sys.stderr.write("card-commons: takes no arguments; its settings are environment variables, README.md lists them\n")
        sys.exit(2)
    # gunicorn knows what to run from the command line alone
    sys.argv[1:] = ["--config", str(CONFIG), "service.wsgi:app"]
    # imported late, as it takes long enough for a Ctrl-C
    from gunicorn.app import wsgiapp  # noqa: PLC0415

    wsgiapp.run()


if __name__ == "__main__":
    main()
