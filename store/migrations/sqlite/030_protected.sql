-- Which puzzles people have been given to solve, and when they were done with them.
CREATE TABLE puzzle_views (
    person TEXT    NOT NULL, -- empty: it was shown to a channel
    puzzle TEXT    NOT NULL,
    guild  TEXT    NOT NULL, -- where; empty in direct messages
    at     INTEGER NOT NULL, -- Unix milliseconds: when it was shown last
    closed INTEGER NOT NULL, -- likewise: when it was tried or given up last; 0: never
    PRIMARY KEY (person, puzzle)
) WITHOUT ROWID;
CREATE INDEX puzzle_races_open ON puzzle_races (at) WHERE puzzle <> '';

-- Who was helped with a position like that of a rated game in progress that others play.
CREATE TABLE asked_positions (
    game   INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person TEXT    NOT NULL,
    guild  TEXT    NOT NULL,
    first  INTEGER NOT NULL, -- Unix milliseconds
    last   INTEGER NOT NULL, -- likewise
    PRIMARY KEY (game, person)
) WITHOUT ROWID;
CREATE INDEX asked_positions_guild ON asked_positions (guild, last);
CREATE INDEX asked_positions_person ON asked_positions (person);
CREATE INDEX games_rated ON games (guild, id) WHERE state = 'active' AND rated;
