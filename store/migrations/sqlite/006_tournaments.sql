-- Tournaments, and the games that are played in them.
CREATE TABLE tournaments (
    id    INTEGER PRIMARY KEY,
    guild TEXT NOT NULL,
    data  TEXT NOT NULL -- JSON
);
CREATE INDEX tournaments_guild ON tournaments (guild, id);

ALTER TABLE games ADD COLUMN fixture TEXT NOT NULL DEFAULT ''; -- JSON; the board of a tournament's round on which it is played
CREATE UNIQUE INDEX games_fixture ON games (fixture) WHERE fixture <> '';
