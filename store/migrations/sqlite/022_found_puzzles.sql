-- Puzzles that were found in games which the members of a server played there.
CREATE TABLE puzzles_found (
    guild  TEXT    NOT NULL,
    puzzle TEXT    NOT NULL, -- its name
    game   INTEGER NOT NULL,
    at     INTEGER NOT NULL, -- Unix milliseconds: when it was found
    data   TEXT    NOT NULL, -- a file of one puzzle as package puzzle writes it, in base64
    PRIMARY KEY (guild, puzzle)
) WITHOUT ROWID;
CREATE INDEX puzzles_found_latest ON puzzles_found (guild, at DESC, puzzle);
