-- Only the person who asked sees how far a review is: their message can be changed by its token alone.
ALTER TABLE review_waits DROP COLUMN channel;
ALTER TABLE review_waits DROP COLUMN posted;
