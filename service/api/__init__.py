"""HTTP: a request in, a use case called, an answer or a problem out. A blueprint a noun."""
