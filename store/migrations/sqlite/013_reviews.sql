-- What the engine thinks of games that are over: of a game, or of an imported record; the other number is 0.
CREATE TABLE reviews (
    game   INTEGER NOT NULL,
    record INTEGER NOT NULL,
    asker  TEXT    NOT NULL, -- who asked for it first; empty where that person was deleted
    guild  TEXT    NOT NULL,
    asked  INTEGER NOT NULL, -- Unix milliseconds
    done   INTEGER NOT NULL, -- Unix milliseconds, 0 while it is under way
    data   TEXT    NOT NULL, -- the study, as JSON
    PRIMARY KEY (game, record)
) WITHOUT ROWID;
CREATE INDEX reviews_asker ON reviews (asker, asked);
CREATE INDEX reviews_under_way ON reviews (guild) WHERE done = 0;
CREATE INDEX reviews_record ON reviews (record) WHERE record > 0;

-- People who wait for one, and how their message can be changed.
CREATE TABLE review_waits (
    interaction TEXT    PRIMARY KEY,
    game        INTEGER NOT NULL,
    record      INTEGER NOT NULL,
    person      TEXT    NOT NULL,
    guild       TEXT    NOT NULL,
    locale      TEXT    NOT NULL,
    black       BOOLEAN NOT NULL, -- Black is at the bottom of their pictures
    token       TEXT    NOT NULL,
    message     TEXT    NOT NULL,
    at          INTEGER NOT NULL  -- Unix milliseconds
) WITHOUT ROWID;
CREATE INDEX review_waits_of ON review_waits (game, record);
CREATE INDEX review_waits_at ON review_waits (at);
CREATE INDEX review_waits_person ON review_waits (person);
