-- At which move of the game it last was when its position was asked about; 0: it was not kept then.
ALTER TABLE asked_positions ADD COLUMN ply INTEGER NOT NULL DEFAULT 0;
