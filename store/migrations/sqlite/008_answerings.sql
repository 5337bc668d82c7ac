-- How interactions can be answered, for as long as Discord takes answers. The token is a secret.
CREATE TABLE answerings (
    interaction TEXT    NOT NULL PRIMARY KEY,
    token       TEXT    NOT NULL,
    channel     TEXT    NOT NULL,
    locale      TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    game        INTEGER NOT NULL, -- 0: none
    revision    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX answerings_game ON answerings (game, at);
CREATE INDEX answerings_at ON answerings (at);
