-- 1: the person was told to wait, and has no answer yet.
ALTER TABLE answerings ADD COLUMN waiting bigint NOT NULL DEFAULT 0;
