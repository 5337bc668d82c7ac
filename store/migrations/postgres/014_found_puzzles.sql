-- Puzzles that were found in games which the members of a server played there.
CREATE TABLE puzzles_found (
    guild  text   NOT NULL,
    puzzle text   NOT NULL, -- its name
    game   bigint NOT NULL,
    at     bigint NOT NULL, -- Unix milliseconds: when it was found
    data   text   NOT NULL, -- a file of one puzzle as package puzzle writes it, in base64
    PRIMARY KEY (guild, puzzle)
);
CREATE INDEX puzzles_found_latest ON puzzles_found (guild, at DESC, puzzle);
