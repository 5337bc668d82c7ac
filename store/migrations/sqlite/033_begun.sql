-- The latest game that a person began, which the pause between two of them asks for.
CREATE INDEX games_begun ON games (challenger, id);
