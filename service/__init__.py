"""The service around the engine: HTTP in, one atomic change in the store, an answer that its reader may know."""

__version__ = "0.1.0"
