-- What channels have been shown of games has a table of its own: one row a game.
CREATE TABLE boards (
    game          INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    announced     INTEGER NOT NULL DEFAULT 0,     -- the channel has been shown the game up to this revision
    message       TEXT    NOT NULL DEFAULT '',    -- shows the board last
    thread_wanted BOOLEAN NOT NULL DEFAULT FALSE, -- to be opened when the game has begun
    starter       TEXT    NOT NULL DEFAULT '',    -- the message on which the thread hangs
    gone          BOOLEAN NOT NULL DEFAULT FALSE, -- the channel: people get direct messages
    why           TEXT    NOT NULL DEFAULT '',    -- what the next board has to explain about its place
    asked         TEXT    NOT NULL DEFAULT '',    -- JSON; the message with the buttons of the challenge
    direct        TEXT    NOT NULL DEFAULT ''     -- JSON; the newest board of each person, by direct message
);
INSERT INTO boards
    SELECT id, told, message,
        coalesce(house ->> '$.wanted', FALSE), coalesce(house ->> '$.message', ''),
        coalesce(house ->> '$.gone', FALSE), coalesce(house ->> '$.why', ''),
        coalesce(house -> '$.asked', ''), coalesce(house -> '$.direct', '')
    FROM (SELECT id, told, message, CASE house WHEN '' THEN '{}' ELSE house END AS house FROM games);
ALTER TABLE games DROP COLUMN house;
ALTER TABLE games DROP COLUMN told;
ALTER TABLE games DROP COLUMN message;
