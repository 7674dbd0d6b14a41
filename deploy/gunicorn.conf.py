"""How gunicorn runs the service.

`python -m service` reads this file, and so does `gunicorn -c deploy/gunicorn.conf.py service.wsgi:app`.
What an operator may want to change is a setting of the service; the rest stands here with its reason.
"""

import logging
import os
import sys

from service import process
from service.settings import Settings, SettingsError

try:
    settings = Settings.from_environ(os.environ)
except SettingsError as error:
    sys.stderr.write(f"card-commons: {error}\n")
    sys.exit(2)

bind = f"[{settings.host}]:{settings.port}" if ":" in settings.host else f"{settings.host}:{settings.port}"
workers = settings.workers

# Threads, because a worker mostly waits for Redis, and an event loop's patching of Python costs more than it saves.
worker_class = "service.worker.Worker"
threads = settings.threads
# Connections of one worker, idle ones too; more are left to the next worker.
worker_connections = 4096

# Longer than the 60 s after which proxies drop an idle connection, so that it is never we who drop one in use.
keepalive = 75
# A worker whose main thread shows no sign of life for so long hangs. How long a request takes doesn't count.
timeout = 30
# What a request may still take when the service stops; then it is cut off.
graceful_timeout = 5

# The heartbeat is a file that is touched all the time; on a slow disk that would stop a worker.
worker_tmp_dir = process.memory_folder()

# No token stands in a URL, so none needs a long one.
limit_request_line = 4094
limit_request_fields = 64
# Room for the cookies that a browser sends to every port of a host, though none is read here.
limit_request_field_size = 8190

# Who may say where a request came from is TRUSTED_PROXIES' matter alone, and judged by the service.
forwarded_allow_ips = ""
# What the service itself logs goes to stderr, in the form of gunicorn's own lines.
logging.basicConfig(
    level=settings.log_level.upper(),
    format="%(asctime)s [%(process)d] [%(levelname)s] %(message)s",
    datefmt="[%Y-%m-%d %H:%M:%S %z]",
)
errorlog = "-"
# gunicorn is a notch quieter than the service: its "info" is a line for the coming and going of each process.
loglevel = {"debug": "info", "info": "warning"}.get(settings.log_level, settings.log_level)
# A line for every request takes time that a busy service hasn't; /metrics counts them. No secret stands in a URL.
accesslog = "-" if settings.log_level == "debug" else None
access_log_format = '%(t)s %(p)s %(h)s "%(r)s" %(s)s %(B)s bytes %(M)s ms'
# A socket in the home folder, by which gunicorn could be told what to do; two services would fight for it.
control_socket_disable = True


def on_starting(_arbiter: process.Arbiter) -> None:
    """Refuse a taken port at once, unless the socket comes from elsewhere: from systemd or from an older gunicorn."""
    if not {"LISTEN_FDS", "GUNICORN_FD"} & set(os.environ):
        process.refuse_taken_port(settings.host, settings.port)


def when_ready(arbiter: process.Arbiter) -> None:
    """Start what lives beside the workers."""
    process.when_ready(arbiter, settings)


post_fork = process.post_fork
worker_exit = process.worker_exit
child_exit = process.child_exit
