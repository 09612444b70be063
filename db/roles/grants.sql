-- What the everyday roles may do to tables, run by their owner after each migration, in one transaction.

GRANT USAGE ON SCHEMA public, pgboss TO balcao_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, pgboss TO balcao_app;
-- Which version the tables are of is no secret; that it says so is its owner's.
REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM balcao_app;
-- What was done is added to and read (migration 0086).
REVOKE UPDATE, DELETE ON audit_entries FROM balcao_app;
GRANT EXECUTE ON FUNCTION forget_audit_entries(integer) TO balcao_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, pgboss TO balcao_app;

GRANT USAGE ON SCHEMA public TO balcao_shapes;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM balcao_shapes;
DO $$
DECLARE
  published text;
BEGIN
  SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') INTO published FROM pg_publication_tables WHERE pubname = 'balcao';
  EXECUTE format('GRANT SELECT ON %s TO balcao_shapes', published);
END $$;
