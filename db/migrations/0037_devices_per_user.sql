-- On how many devices a person may be logged in at the same time.
ALTER TABLE settings ADD COLUMN devices_per_user integer NOT NULL DEFAULT 1 CHECK (devices_per_user BETWEEN 1 AND 3);
