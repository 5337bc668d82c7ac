-- The table due is not touched here: its jobs become River's once River's own tables are up to date.
ALTER TABLE claims RENAME TO idempotency_keys;
DROP INDEX claims_at;
CREATE INDEX idempotency_keys_at ON idempotency_keys (at);

-- The number of the latest result: one row, which on PostgreSQL orders those who end a game at the same time.
CREATE TABLE latest_result (
    seq INTEGER NOT NULL
);
INSERT INTO latest_result SELECT coalesce(max(seq), 0) FROM results;

-- PostgreSQL has truth values of their own, so that no statement compares them with numbers.
DROP INDEX participants_open;
CREATE INDEX participants_open ON participants (person, game) WHERE open;
DROP INDEX standings_board;
CREATE INDEX standings_board ON standings (guild, class, period, provisional, value DESC, person, last) WHERE shown;
