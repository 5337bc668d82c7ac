-- Games by the clock, handicaps, threads.
ALTER TABLE games ADD COLUMN home       TEXT NOT NULL DEFAULT ''; -- the channel a game's thread belongs to
ALTER TABLE games ADD COLUMN conditions TEXT NOT NULL DEFAULT ''; -- JSON; what was agreed

-- Clocks.
ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT ''; -- JSON; what the sides have left, and when the flag falls
