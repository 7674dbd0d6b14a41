"""Built-in players. A bot sees a view and a random source, never a state; each game has a package of three levels."""
