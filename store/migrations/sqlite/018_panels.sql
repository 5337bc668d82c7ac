-- The private messages in which people choose their moves (asks: that say what they have asked of the bot), and how they
-- can be changed.
CREATE TABLE panels (
    game     INTEGER NOT NULL,
    person   TEXT    NOT NULL,
    asks     BOOLEAN NOT NULL,
    token    TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    locale   TEXT    NOT NULL,
    revision INTEGER NOT NULL, -- of the game that it shows
    at       INTEGER NOT NULL, -- Unix milliseconds
    PRIMARY KEY (game, person, asks)
) WITHOUT ROWID;
CREATE INDEX panels_at ON panels (at);
CREATE INDEX panels_person ON panels (person);
