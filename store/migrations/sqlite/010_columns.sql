-- What is asked for is a column.

-- Who organizes a tournament or plays in it. What they do there is in the tournament itself.
CREATE TABLE tournament_people (
    person     TEXT    NOT NULL,
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    PRIMARY KEY (person, tournament)
) WITHOUT ROWID;
CREATE INDEX tournament_people_tournament ON tournament_people (tournament);
INSERT INTO tournament_people
SELECT data ->> '$.organiser', id FROM tournaments WHERE data ->> '$.organiser' NOT IN ('', 'deleted')
UNION
SELECT player.value ->> '$.person', tournaments.id FROM tournaments, json_each(tournaments.data, '$.players') AS player
    WHERE player.value ->> '$.person' NOT IN ('', 'deleted');

-- Whom people block, the latest first. It was a list in their settings.
CREATE TABLE blocks (
    person  TEXT    NOT NULL,
    blocked TEXT    NOT NULL,
    place   INTEGER NOT NULL, -- in the list, from 0
    PRIMARY KEY (person, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_blocked ON blocks (blocked);
INSERT INTO blocks
SELECT settings.person, entry.value, min(entry.key) FROM settings, json_each(settings.data, '$.blocked') AS entry
    GROUP BY settings.person, entry.value;
UPDATE settings SET data = json_remove(data, '$.blocked') WHERE data ->> '$.blocked' IS NOT NULL;

-- The board of a tournament on which a game is played. It was a text of JSON.
ALTER TABLE games ADD COLUMN tournament INTEGER NOT NULL DEFAULT 0; -- 0: none
ALTER TABLE games ADD COLUMN round INTEGER NOT NULL DEFAULT 0; -- from 1
ALTER TABLE games ADD COLUMN board INTEGER NOT NULL DEFAULT 0; -- from 0
UPDATE games SET (tournament, round, board) = (fixture ->> '$.tournament', fixture ->> '$.round', fixture ->> '$.board')
WHERE fixture <> '';
DROP INDEX games_fixture;
ALTER TABLE games DROP COLUMN fixture;
CREATE UNIQUE INDEX games_fixture ON games (tournament, round, board) WHERE tournament <> 0;

-- About whom something was done once: the last word of its id.
ALTER TABLE once ADD COLUMN about TEXT NOT NULL DEFAULT '';
UPDATE once SET about = substr(id, length(rtrim(id, replace(id, ' ', ''))) + 1);
CREATE INDEX once_about ON once (about);
