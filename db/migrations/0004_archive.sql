-- Closed tickets leave the devices some days after closing: `archived` takes them and their messages out of every device's scope.

ALTER TABLE companies ADD COLUMN archive_after_days integer NOT NULL DEFAULT 14 CHECK (archive_after_days BETWEEN 1 AND 3650);
CREATE INDEX tickets_to_archive ON tickets (closed_at) WHERE status = 'closed' AND NOT archived;
