-- One job waits for a game: its number is known, so that an act can replace it.

ALTER TABLE games DROP COLUMN deadlines;
ALTER TABLE games ADD COLUMN next_job BIGINT NOT NULL DEFAULT 0;
