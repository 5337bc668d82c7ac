-- The first try of a person at each puzzle.
CREATE TABLE puzzle_tries (
    person TEXT    NOT NULL,
    puzzle TEXT    NOT NULL,
    guild  TEXT    NOT NULL, -- where it was made; empty in direct messages
    solved BOOLEAN NOT NULL,
    at     INTEGER NOT NULL, -- Unix milliseconds
    PRIMARY KEY (person, puzzle)
) WITHOUT ROWID;
CREATE INDEX puzzle_tries_guild ON puzzle_tries (guild, person);

-- How well people solve puzzles.
CREATE TABLE puzzle_solvers (
    person    TEXT    NOT NULL PRIMARY KEY,
    rating    REAL    NOT NULL,
    deviation REAL    NOT NULL,
    vol       REAL    NOT NULL,
    tried     INTEGER NOT NULL,
    solved    INTEGER NOT NULL,
    at        INTEGER NOT NULL -- Unix milliseconds
) WITHOUT ROWID;
CREATE INDEX puzzle_solvers_rating ON puzzle_solvers (rating DESC, person);

-- What play has shown of how hard puzzles are.
CREATE TABLE puzzle_ratings (
    puzzle    TEXT NOT NULL PRIMARY KEY,
    rating    REAL NOT NULL,
    deviation REAL NOT NULL,
    vol       REAL NOT NULL
) WITHOUT ROWID;
