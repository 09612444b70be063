-- Which members of a group have received or read an own message: its ticks rise when all of them have. Server only; kept until
-- everybody has read it. Whoever leaves the group is waited for no longer.
CREATE TABLE group_receipts (
  message_id uuid NOT NULL REFERENCES messages ON DELETE CASCADE,
  participant_id uuid NOT NULL REFERENCES group_participants ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  level integer NOT NULL,
  PRIMARY KEY (message_id, participant_id)
);
CREATE INDEX group_receipts_participant ON group_receipts (participant_id);
