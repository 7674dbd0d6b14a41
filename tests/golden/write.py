"""Write the golden files anew: python -m tests.golden.write. What then differs in git is what has changed."""

from tests.golden import playthroughs, saved

if __name__ == "__main__":
    playthroughs.write()
    saved.write()
