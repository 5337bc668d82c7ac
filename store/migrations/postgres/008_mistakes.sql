-- What people have made of the mistakes in their games that they were asked about again.
CREATE TABLE mistakes (
    person text    NOT NULL,
    game   bigint  NOT NULL,
    ply    integer NOT NULL, -- of the move
    step   integer NOT NULL, -- how often in a row it was found at the first try
    due    bigint  NOT NULL, -- when it is asked again, Unix milliseconds
    PRIMARY KEY (person, game, ply)
);
