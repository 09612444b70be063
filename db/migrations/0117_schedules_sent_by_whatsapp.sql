-- A schedule was sent once WhatsApp took its message. Until then it stands in the conversation and waits, e.g. for the connection.
CREATE OR REPLACE FUNCTION keep_schedule_with_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE schedules SET
    status = CASE WHEN NEW.ack = -1 THEN 'ERRO' WHEN NEW.ack = 0 THEN 'AGENDADA' ELSE 'ENVIADA' END,
    error = NEW.ack_error, updated_at = NEW.updated_at
  WHERE message_id = NEW.id;
  RETURN NULL;
END $$;
DROP TRIGGER messages_keep_schedule ON messages;
CREATE TRIGGER messages_keep_schedule AFTER UPDATE OF ack ON messages FOR EACH ROW
WHEN (NEW.from_me AND NEW.ack <> OLD.ack AND (NEW.ack <= 0 OR OLD.ack <= 0)) EXECUTE FUNCTION keep_schedule_with_message();

UPDATE schedules s SET status = 'AGENDADA' FROM messages m WHERE m.id = s.message_id AND s.status = 'ENVIADA' AND m.ack = 0;
