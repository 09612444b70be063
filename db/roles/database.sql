-- What a superuser settles in our database, as often as one likes: whom it belongs to, who may enter, and that Postgres' own catalogue tells
-- nobody of others' data (statistics hold values of rows, activity holds statements) nor lets them write past the tables.

DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I OWNER TO balcao', current_database());
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO balcao_app, balcao_shapes', current_database());
END $$;

-- An earlier version ran as superuser and made everything as such. What belongs to an extension stays with it.
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT format('%s %s', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, c.oid::regclass) AS what
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p', 'v', 'S') AND c.relowner <> 'balcao'::regrole
      -- A column's sequence follows its table.
      AND NOT EXISTS (
        SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
          AND (d.deptype = 'e' OR c.relkind = 'S' AND d.deptype IN ('a', 'i')))
    UNION ALL
    SELECT format('FUNCTION %s', p.oid::regprocedure)
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname IN ('public', 'pgboss') AND p.proowner <> 'balcao'::regrole
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('TYPE %s', t.oid::regtype)
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    WHERE n.nspname IN ('public', 'pgboss') AND t.typtype IN ('e', 'd') AND t.typowner <> 'balcao'::regrole
    UNION ALL
    SELECT format('SCHEMA %I', nspname) FROM pg_namespace WHERE nspname = 'pgboss' AND nspowner <> 'balcao'::regrole
    UNION ALL
    SELECT format('PUBLICATION %I', pubname) FROM pg_publication WHERE pubname = 'balcao' AND pubowner <> 'balcao'::regrole
  LOOP
    EXECUTE format('ALTER %s OWNER TO balcao', found.what);
  END LOOP;
END $$;

DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT format('SELECT ON TABLE %s', c.oid::regclass) AS what
    FROM pg_class c
    WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind = 'v' AND (c.relname ~ '^pg_stat' OR c.relname = 'pg_locks')
    UNION ALL
    SELECT format('EXECUTE ON FUNCTION %s', p.oid::regprocedure)
    FROM pg_proc p
    WHERE p.pronamespace = 'pg_catalog'::regnamespace AND (
      p.proname ~ '^pg_stat_get_'
      OR p.proname IN ('pg_lock_status', 'pg_cancel_backend', 'pg_terminate_backend')
      -- Large objects belong to whoever makes them, and to no company.
      OR p.proname ~ '^lo_' OR p.proname IN ('loread', 'lowrite'))
  LOOP
    EXECUTE format('REVOKE %s FROM PUBLIC', found.what);
  END LOOP;
END $$;

-- The engine ends a stream of its own whose network broke.
GRANT SELECT ON pg_stat_activity TO balcao_shapes;
GRANT EXECUTE ON FUNCTION pg_stat_get_activity(integer), pg_terminate_backend(integer, bigint) TO balcao_shapes;
-- pg-boss looks for bloated indexes by the width of columns, and rebuilds none that is being built.
GRANT SELECT (schemaname, tablename, attname, avg_width) ON pg_stats TO balcao, balcao_app;
GRANT SELECT ON pg_stat_progress_create_index TO balcao;
GRANT EXECUTE ON FUNCTION pg_stat_get_progress_info(text) TO balcao;
