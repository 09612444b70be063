-- Since when nobody has touched the app on a device, or has it out of sight; null: somebody works with it.

ALTER TABLE logins ADD COLUMN away_since timestamptz;
