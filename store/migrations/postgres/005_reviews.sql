-- What the engine thinks of games that are over: of a game, or of an imported record; the other number is 0.
CREATE TABLE reviews (
    game   bigint NOT NULL,
    record bigint NOT NULL,
    asker  text    NOT NULL, -- who asked for it first; empty where that person was deleted
    guild  text    NOT NULL,
    asked  bigint NOT NULL, -- Unix milliseconds
    done   bigint NOT NULL, -- Unix milliseconds, 0 while it is under way
    data   text    NOT NULL, -- the study, as JSON
    PRIMARY KEY (game, record)
);
CREATE INDEX reviews_asker ON reviews (asker, asked);
CREATE INDEX reviews_under_way ON reviews (guild) WHERE done = 0;
CREATE INDEX reviews_record ON reviews (record) WHERE record > 0;

-- People who wait for one, and how their message can be changed.
CREATE TABLE review_waits (
    interaction text    PRIMARY KEY,
    game        bigint NOT NULL,
    record      bigint NOT NULL,
    person      text    NOT NULL,
    guild       text    NOT NULL,
    locale      text    NOT NULL,
    black       boolean NOT NULL, -- Black is at the bottom of their pictures
    token       text    NOT NULL,
    message     text    NOT NULL,
    at          bigint NOT NULL  -- Unix milliseconds
);
CREATE INDEX review_waits_of ON review_waits (game, record);
CREATE INDEX review_waits_at ON review_waits (at);
CREATE INDEX review_waits_person ON review_waits (person);
