"""The use cases: load a game, ask the engine, save if nobody was faster, answer with what the caller may know."""
