-- Processes that share the database, until each ends or is not seen for some seconds.
CREATE TABLE processes (
    id      text   NOT NULL PRIMARY KEY,
    gateway bigint NOT NULL, -- 1: holds shards
    seen    bigint NOT NULL -- Unix milliseconds, by the clock of the database
);

-- The bot's connections to Discord's gateway: which process holds each, and how far it has come.
CREATE TABLE shards (
    shard   bigint NOT NULL PRIMARY KEY,
    process text   NOT NULL, -- empty: nobody
    session text   NOT NULL, -- empty: none to be resumed
    url     text   NOT NULL,
    seq     bigint NOT NULL
);

-- When a session was last begun in each group of shards.
CREATE TABLE identifies (
    shards bigint NOT NULL PRIMARY KEY,
    at     bigint NOT NULL -- Unix milliseconds, by the clock of the database
);

-- Which process answers; one that is gone no longer does.
ALTER TABLE answerings ADD COLUMN process text NOT NULL DEFAULT '';
