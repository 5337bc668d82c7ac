-- Where the message of one who waits stands, if everybody sees it: it can then be changed for longer than by the interaction.
ALTER TABLE review_waits ADD COLUMN channel text NOT NULL DEFAULT '';
ALTER TABLE review_waits ADD COLUMN posted  text NOT NULL DEFAULT '';
