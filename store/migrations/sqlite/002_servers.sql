-- What is chosen for a Discord server.
CREATE TABLE servers (
    guild TEXT PRIMARY KEY,
    data  TEXT NOT NULL -- JSON
) WITHOUT ROWID;
