-- The roles of an installation, run by a superuser, as often as one likes; passwords are set by whoever runs it.
--   balcao         owns database and tables: migrations only
--   balcao_app     server and worker every day: reads and writes rows, owns nothing
--   balcao_shapes  the embedded shape engine: the change stream, and reading of what is published

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['balcao', 'balcao_app', 'balcao_shapes'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN EXECUTE format('CREATE ROLE %I', name); END IF;
  END LOOP;
END $$;

ALTER ROLE balcao LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
ALTER ROLE balcao_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
ALTER ROLE balcao_shapes LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE REPLICATION NOBYPASSRLS;

-- A single statement of a request or of a job; long work is done in many. LISTEN, the change stream and migrations have no such end.
ALTER ROLE balcao_app SET statement_timeout = '30s';
-- Somebody else may wait for what a transaction has locked.
ALTER ROLE balcao_app SET idle_in_transaction_session_timeout = '60s';
