-- What people asked their partners in positions of the game, with the answers, as JSON; empty for nothing.
ALTER TABLE games ADD COLUMN questions text NOT NULL DEFAULT '';

-- How the engine was at both sides' side; empty where it was not.
ALTER TABLE results ADD COLUMN partner text NOT NULL DEFAULT '';
CREATE INDEX results_partner ON results (guild, at) WHERE partner <> '';

-- The latest games of a server, whose openings are counted.
CREATE INDEX games_of_guild ON games (guild, id) WHERE state = 'finished';
