-- The private messages in which people choose their moves (asks: that say what they have asked of the bot), and how they
-- can be changed.
CREATE TABLE panels (
    game     bigint  NOT NULL,
    person   text    NOT NULL,
    asks     boolean NOT NULL,
    token    text    NOT NULL,
    message  text    NOT NULL,
    locale   text    NOT NULL,
    revision integer NOT NULL, -- of the game that it shows
    at       bigint  NOT NULL, -- Unix milliseconds
    PRIMARY KEY (game, person, asks)
);
CREATE INDEX panels_at ON panels (at);
CREATE INDEX panels_person ON panels (person);
