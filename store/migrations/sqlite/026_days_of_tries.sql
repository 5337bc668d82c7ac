-- The number of the day on which a try was made, where it was made; 0: it was made before this was kept.
ALTER TABLE puzzle_tries ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
