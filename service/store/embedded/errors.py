"""Why there is no private server."""


class EmbeddedError(Exception):
    """A private server can't be had; the message is one sentence for whoever starts the service."""
