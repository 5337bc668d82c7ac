-- Simultaneous displays, as they were announced. Their games carry their number.
CREATE TABLE simuls (
    id   INTEGER PRIMARY KEY,
    host TEXT NOT NULL,
    data TEXT NOT NULL -- JSON
);
CREATE INDEX simuls_host ON simuls (host);
