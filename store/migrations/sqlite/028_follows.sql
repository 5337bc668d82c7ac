-- What a rematch, or the second game of a match, follows is asked for: it is in a column of its own beside the conditions.
ALTER TABLE games ADD COLUMN follows INTEGER NOT NULL DEFAULT 0; -- the game of which this is one; 0: none
UPDATE games SET follows = json_extract(conditions, '$.follows') WHERE conditions LIKE '%"follows":%';
CREATE INDEX games_follows ON games (follows, id) WHERE follows <> 0;
