-- That a contact's number became another one is told in its conversations, with both.
ALTER TABLE ticket_events DROP CONSTRAINT ticket_events_kind_check,
  ADD CONSTRAINT ticket_events_kind_check
    CHECK (kind IN ('accepted', 'returned', 'transferred', 'closed', 'reopened', 'rated', 'numberChanged')),
  ADD COLUMN from_number text,
  ADD COLUMN to_number text;
