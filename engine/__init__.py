"""The rules of the games: pure functions over frozen data. What may live here is said in README.md."""
