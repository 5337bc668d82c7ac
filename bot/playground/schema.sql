-- What the simulated Discord keeps. body is the JSON of the thing itself; the other columns are what is searched by.
CREATE TABLE settings     (name TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE people       (id TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE roles        (id TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE channels     (id TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE applications (id TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE commands     (guild INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE messages     (id TEXT PRIMARY KEY, body TEXT NOT NULL, channel TEXT NOT NULL REFERENCES channels ON DELETE CASCADE);
CREATE TABLE interactions (id TEXT PRIMARY KEY, body TEXT NOT NULL, channel TEXT NOT NULL REFERENCES channels ON DELETE CASCADE);
CREATE INDEX messages_channel ON messages (channel);
CREATE INDEX interactions_channel ON interactions (channel);
