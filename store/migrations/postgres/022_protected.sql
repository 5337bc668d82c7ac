-- Which puzzles people have been given to solve, and when they were done with them.
CREATE TABLE puzzle_views (
    person text NOT NULL, -- empty: it was shown to a channel
    puzzle text NOT NULL,
    guild text NOT NULL, -- where; empty in direct messages
    at bigint NOT NULL, -- Unix milliseconds: when it was shown last
    closed bigint NOT NULL, -- likewise: when it was tried or given up last; 0: never
    PRIMARY KEY (person, puzzle)
);
CREATE INDEX puzzle_races_open ON puzzle_races (at) WHERE puzzle <> '';

-- Who was helped with a position like that of a rated game in progress that others play.
CREATE TABLE asked_positions (
    game bigint NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person text NOT NULL,
    guild text NOT NULL,
    first bigint NOT NULL, -- Unix milliseconds
    last bigint NOT NULL, -- likewise
    PRIMARY KEY (game, person)
);
CREATE INDEX asked_positions_guild ON asked_positions (guild, last);
CREATE INDEX asked_positions_person ON asked_positions (person);
CREATE INDEX games_rated ON games (guild, id) WHERE state = 'active' AND rated;
