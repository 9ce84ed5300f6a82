#!/bin/sh
# Runs once, when the volume is empty: two databases whose owners cannot see each other's.
set -eu
psql -v ON_ERROR_STOP=1 -v pathway="$PATHWAY_DB_PASSWORD" -v hanko="$HANKO_DB_PASSWORD" <<'SQL'
CREATE ROLE pathway LOGIN PASSWORD :'pathway';
CREATE DATABASE pathway OWNER pathway;
REVOKE CONNECT ON DATABASE pathway FROM PUBLIC;
CREATE ROLE hanko LOGIN PASSWORD :'hanko';
CREATE DATABASE hanko OWNER hanko;
REVOKE CONNECT ON DATABASE hanko FROM PUBLIC;
\connect pathway
CREATE EXTENSION IF NOT EXISTS vector;
SQL
