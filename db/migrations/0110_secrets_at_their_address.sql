-- A key is told to the address that it was given for, and to no other: a change of the address takes the key away, whichever way the row is
-- changed. Names: db/src/responders/kinds.ts.
CREATE FUNCTION forget_secret_of_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM secrets WHERE company_id = OLD.company_id AND name = TG_ARGV[0] || '/' || OLD.id || '/' || TG_ARGV[1];
  RETURN NULL;
END $$;
CREATE TRIGGER forget_api_key AFTER UPDATE ON prompts FOR EACH ROW
  WHEN (OLD.base_url IS DISTINCT FROM NEW.base_url) EXECUTE FUNCTION forget_secret_of_address('prompt', 'apiKey');
CREATE TRIGGER forget_voice_key AFTER UPDATE ON prompts FOR EACH ROW
  WHEN (OLD.voice_region IS DISTINCT FROM NEW.voice_region) EXECUTE FUNCTION forget_secret_of_address('prompt', 'voiceKey');
