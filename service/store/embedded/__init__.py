"""A private Redis or Valkey server, for machines where none is running.

It listens on a Unix socket only, keeps its append-only files in a data folder, is started again when it dies, and
ends with the service. One service at a time owns a data folder.
"""

from service.store.embedded.errors import EmbeddedError
from service.store.embedded.server import EmbeddedServer

__all__ = ["EmbeddedError", "EmbeddedServer"]
