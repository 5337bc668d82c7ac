-- What channels have been shown of games has a table of its own: one row a game.
CREATE TABLE boards (
    game          bigint  PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    announced     integer NOT NULL DEFAULT 0,     -- the channel has been shown the game up to this revision
    message       text    NOT NULL DEFAULT '',    -- shows the board last
    thread_wanted boolean NOT NULL DEFAULT FALSE, -- to be opened when the game has begun
    starter       text    NOT NULL DEFAULT '',    -- the message on which the thread hangs
    gone          boolean NOT NULL DEFAULT FALSE, -- the channel: people get direct messages
    why           text    NOT NULL DEFAULT '',    -- what the next board has to explain about its place
    asked         text    NOT NULL DEFAULT '',    -- JSON; the message with the buttons of the challenge
    direct        text    NOT NULL DEFAULT ''     -- JSON; the newest board of each person, by direct message
);
INSERT INTO boards
    SELECT id, told, message,
        coalesce((house ->> 'wanted')::boolean, FALSE), coalesce(house ->> 'message', ''),
        coalesce((house ->> 'gone')::boolean, FALSE), coalesce(house ->> 'why', ''),
        coalesce(house ->> 'asked', ''), coalesce(house ->> 'direct', '')
    FROM (SELECT id, told, message, (CASE house WHEN '' THEN '{}' ELSE house END)::jsonb AS house FROM games) AS lived;
ALTER TABLE games DROP COLUMN house, DROP COLUMN told, DROP COLUMN message;
