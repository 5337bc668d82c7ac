-- The first try of a person at each puzzle.
CREATE TABLE puzzle_tries (
    person text    NOT NULL,
    puzzle text    NOT NULL,
    guild  text    NOT NULL, -- where it was made; empty in direct messages
    solved boolean NOT NULL,
    at     bigint NOT NULL, -- Unix milliseconds
    PRIMARY KEY (person, puzzle)
);
CREATE INDEX puzzle_tries_guild ON puzzle_tries (guild, person);

-- How well people solve puzzles.
CREATE TABLE puzzle_solvers (
    person    text    NOT NULL PRIMARY KEY,
    rating    double precision    NOT NULL,
    deviation double precision    NOT NULL,
    vol       double precision    NOT NULL,
    tried     bigint NOT NULL,
    solved    bigint NOT NULL,
    at        bigint NOT NULL -- Unix milliseconds
);
CREATE INDEX puzzle_solvers_rating ON puzzle_solvers (rating DESC, person);

-- What play has shown of how hard puzzles are.
CREATE TABLE puzzle_ratings (
    puzzle    text NOT NULL PRIMARY KEY,
    rating    double precision NOT NULL,
    deviation double precision NOT NULL,
    vol       double precision NOT NULL
);
