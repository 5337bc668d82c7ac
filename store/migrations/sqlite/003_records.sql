-- Records of games that people brought.
CREATE TABLE records (
    id      INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: a button of a record that is gone must not show another
    owner   TEXT    NOT NULL,
    guild   TEXT    NOT NULL,
    channel TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    file    BLOB    NOT NULL -- PGN in UTF-8; a broken record as it came
);
CREATE INDEX records_owner ON records (owner, id);
