-- When the bot left the server; 0: it is there.
ALTER TABLE servers ADD COLUMN departed BIGINT NOT NULL DEFAULT 0;

-- The people and servers that the operator has blocked.
CREATE TABLE operator_blocks (
    id TEXT   NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
) {keyed};

-- What is deleted after some time.
CREATE INDEX games_unaccepted ON games (updated) WHERE state IN ('declined', 'cancelled', 'lapsed');
CREATE INDEX reviews_asked ON reviews (asked) WHERE done > 0;

-- Who has been active lately.
CREATE INDEX results_at ON results (at);
CREATE INDEX puzzle_solvers_at ON puzzle_solvers (at);
