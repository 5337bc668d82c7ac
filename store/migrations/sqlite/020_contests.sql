-- Where servers have the puzzle of the day posted.
CREATE TABLE puzzle_posts (
    guild   TEXT    NOT NULL PRIMARY KEY,
    channel TEXT    NOT NULL,
    hour    INTEGER NOT NULL, -- of the day, from 0 to 23
    zone    TEXT    NOT NULL, -- time zone as the IANA names it; empty: UTC
    next    INTEGER NOT NULL  -- Unix milliseconds: when the next one is due
) WITHOUT ROWID;
CREATE INDEX puzzle_tries_puzzle ON puzzle_tries (guild, puzzle, at);

-- Puzzle after puzzle until the first mistake: one run for each person.
CREATE TABLE puzzle_runs (
    person TEXT    NOT NULL PRIMARY KEY,
    guild  TEXT    NOT NULL, -- where the best run was made
    best   INTEGER NOT NULL, -- how many were solved in it
    at     INTEGER NOT NULL, -- Unix milliseconds: when
    run    TEXT    NOT NULL  -- the present one, as JSON
) WITHOUT ROWID;
CREATE INDEX puzzle_runs_best ON puzzle_runs (guild, best DESC, at);

-- Races of a channel: who solves a puzzle first has a point.
CREATE TABLE puzzle_races (
    id      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    guild   TEXT    NOT NULL,
    channel TEXT    NOT NULL,
    starter TEXT    NOT NULL, -- empty where that person was deleted
    goal    INTEGER NOT NULL, -- points
    puzzle  TEXT    NOT NULL, -- the one to be solved; empty: the race is over
    round   INTEGER NOT NULL,
    seen    TEXT    NOT NULL, -- all its puzzles, as JSON
    at      INTEGER NOT NULL  -- Unix milliseconds: when the round began
);
CREATE INDEX puzzle_races_starter ON puzzle_races (starter);
CREATE TABLE puzzle_racers (
    race   INTEGER NOT NULL REFERENCES puzzle_races (id) ON DELETE CASCADE,
    person TEXT    NOT NULL,
    points INTEGER NOT NULL,
    shut   INTEGER NOT NULL, -- the latest round in which they made a wrong move
    PRIMARY KEY (race, person)
) WITHOUT ROWID;
CREATE INDEX puzzle_racers_person ON puzzle_racers (person);
