-- The fifteenth migration of SQLite.

-- What a person who plays against the bot was told of positions of the game, as JSON; empty for nothing.
ALTER TABLE games ADD COLUMN hints text NOT NULL DEFAULT '';
