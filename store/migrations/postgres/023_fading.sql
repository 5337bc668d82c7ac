-- How many rated games of this class the two people had ended in the seven days before a rated one, which therefore counts less;
-- -1: it was rated before such games faded, and counts in full.
ALTER TABLE results ADD COLUMN met integer NOT NULL DEFAULT -1;

-- Weeks, months and seasons are ordered by points for results, no longer by the change of the rating.
ALTER TABLE standings ADD COLUMN gain double precision NOT NULL DEFAULT 0; -- the change of the rating in the period; 0 for 'all'
UPDATE standings SET (gain, value) = (value, wins + draws * 0.5) WHERE period <> 'all';
ALTER TABLE seasons ADD COLUMN by_gain boolean NOT NULL DEFAULT FALSE; -- its final table is in the order of the change of the rating
UPDATE seasons SET by_gain = TRUE WHERE closed <> 0;
