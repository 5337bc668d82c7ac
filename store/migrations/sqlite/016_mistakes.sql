-- What people have made of the mistakes in their games that they were asked about again.
CREATE TABLE mistakes (
    person TEXT    NOT NULL,
    game   INTEGER NOT NULL,
    ply    INTEGER NOT NULL, -- of the move
    step   INTEGER NOT NULL, -- how often in a row it was found at the first try
    due    INTEGER NOT NULL, -- when it is asked again, Unix milliseconds
    PRIMARY KEY (person, game, ply)
) WITHOUT ROWID;
