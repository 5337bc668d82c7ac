-- The tenth migration of SQLite. There are no rows to carry over: no version of this program has used PostgreSQL before.

-- Who organizes a tournament or plays in it. What they do there is in the tournament itself.
CREATE TABLE tournament_people (
    person     text   NOT NULL,
    tournament bigint NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    PRIMARY KEY (person, tournament)
);
CREATE INDEX tournament_people_tournament ON tournament_people (tournament);

-- Whom people block, the latest first.
CREATE TABLE blocks (
    person  text    NOT NULL,
    blocked text    NOT NULL,
    place   integer NOT NULL, -- in the list, from 0
    PRIMARY KEY (person, blocked)
);
CREATE INDEX blocks_blocked ON blocks (blocked);

-- The board of a tournament on which a game is played.
DROP INDEX games_fixture;
ALTER TABLE games DROP COLUMN fixture,
    ADD COLUMN tournament bigint  NOT NULL DEFAULT 0, -- 0: none
    ADD COLUMN round      integer NOT NULL DEFAULT 0, -- from 1
    ADD COLUMN board      integer NOT NULL DEFAULT 0; -- from 0
CREATE UNIQUE INDEX games_fixture ON games (tournament, round, board) WHERE tournament <> 0;

-- About whom something was done once: the last word of its id.
ALTER TABLE once ADD COLUMN about text NOT NULL DEFAULT '';
CREATE INDEX once_about ON once (about);
