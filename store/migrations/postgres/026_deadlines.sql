-- The jobs that wait for the game's deadlines, as JSON: those of earlier versions find nothing to do when they come.
ALTER TABLE games ADD COLUMN deadlines text NOT NULL DEFAULT '';
