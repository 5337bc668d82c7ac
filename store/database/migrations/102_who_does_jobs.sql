-- Processes that do the jobs of channels divide these among them.

ALTER TABLE processes ADD COLUMN works BOOLEAN NOT NULL DEFAULT FALSE;
