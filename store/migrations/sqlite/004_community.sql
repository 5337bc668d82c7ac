-- Games by the clock, handicaps, threads.
ALTER TABLE games ADD COLUMN home       TEXT NOT NULL DEFAULT ''; -- the channel a game's thread belongs to
ALTER TABLE games ADD COLUMN conditions TEXT NOT NULL DEFAULT ''; -- JSON; what was agreed
