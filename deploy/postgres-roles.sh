#!/bin/bash
# Runs by itself on an empty volume; by hand (docs/operations.md) where an earlier version made the roles. Safe to run again.
# db/roles has who may do what: `balcao` migrates, `balcao_app` is server and worker, `balcao_shapes` is not used beside Electric.
# `electric` reads the change stream and makes its publication; adding a table to one needs its ownership, which it has as a member
# of `balcao`. Nobody here is a superuser.
set -euo pipefail

as_superuser() {
  psql --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" "$@"
}

as_superuser --dbname postgres --file /roles/cluster.sql --file - \
  --set balcao="$BALCAO_DB_PASSWORD" --set app="$BALCAO_APP_DB_PASSWORD" --set electric="$ELECTRIC_DB_PASSWORD" <<'SQL'
ALTER ROLE balcao PASSWORD :'balcao';
ALTER ROLE balcao_app PASSWORD :'app';
SELECT 'CREATE ROLE electric' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'electric') \gexec
ALTER ROLE electric LOGIN REPLICATION PASSWORD :'electric';
GRANT balcao TO electric;
SELECT 'CREATE DATABASE balcao' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'balcao') \gexec
SQL
as_superuser --dbname postgres --file /roles/whole-cluster.sql
as_superuser --dbname balcao --file /roles/database.sql --file - <<'SQL'
-- It ends what keeps its lock from it.
GRANT SELECT ON pg_stat_activity, pg_locks TO electric;
GRANT EXECUTE ON FUNCTION pg_stat_get_activity(integer), pg_lock_status(), pg_terminate_backend(integer, bigint) TO electric;
SQL
