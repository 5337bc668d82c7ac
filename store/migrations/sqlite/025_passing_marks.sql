-- When a mark may be forgotten, in Unix milliseconds; 0: never. Whether the puzzle of a day was posted is asked on that
-- day alone.
ALTER TABLE once ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
UPDATE once SET expires = at + 604800000 WHERE id LIKE 'daily %';
CREATE INDEX once_expires ON once (expires) WHERE expires > 0;
