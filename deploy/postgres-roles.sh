#!/bin/bash
# Runs once, on an empty volume. `balcao` owns the database: migrations, server and worker. `electric` reads the change stream and makes
# its publication; adding a table to one needs its ownership, which it has as a member of `balcao`. Nobody here is a superuser.
set -euo pipefail

psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set balcao="$BALCAO_DB_PASSWORD" --set electric="$ELECTRIC_DB_PASSWORD" <<'SQL'
CREATE ROLE balcao LOGIN PASSWORD :'balcao';
CREATE ROLE electric LOGIN REPLICATION PASSWORD :'electric' IN ROLE balcao;
CREATE DATABASE balcao OWNER balcao;
SQL
