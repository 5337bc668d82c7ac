-- What was the only application's is now the first one's.
CREATE TABLE applications (id TEXT PRIMARY KEY, body TEXT NOT NULL);
INSERT INTO applications SELECT '1191000000000000100', json_object('id', '1191000000000000100', 'name', 'Xiangqi',
  'token', 'MTE5MTAwMDAwMDAwMDAwMDEwMA.simulated.discord', 'role', '1191000000000000101',
  'seed', (SELECT json_extract(body, '$') FROM settings WHERE name = 'signing_seed'),
  'permissions', coalesce((SELECT json_extract(body, '$') FROM settings WHERE name = 'bot_permissions'), 309237763072));
DELETE FROM settings WHERE name IN ('signing_seed', 'bot_permissions');

ALTER TABLE commands RENAME TO commands_1;
CREATE TABLE commands (application TEXT NOT NULL, guild INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (application, guild));
INSERT INTO commands SELECT '1191000000000000100', guild, body FROM commands_1;
DROP TABLE commands_1;

UPDATE interactions SET body = json_set(body, '$.application', '1191000000000000100');
UPDATE channels SET body = json_set(body, '$.application', '1191000000000000100')
  WHERE json_extract(body, '$.channel.type') = 1;
UPDATE people SET body = json_remove(json_set(body, '$.installs', json('["1191000000000000100"]')), '$.installed')
  WHERE json_extract(body, '$.installed');
-- Nobody but the bot could react. In a text of a message, the quotes would have backslashes before them.
UPDATE messages SET body = replace(body, '"me":true', '"me":false,"by":["1191000000000000100"]')
  WHERE body LIKE '%"me":true%';
