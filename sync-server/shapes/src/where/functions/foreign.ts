// What Postgres has besides under the names that are understood. It is never run here, but a string could be meant for it: without it another
// function would be chosen than Postgres chooses.
import type { Signature } from './signature.ts'

const foreign: Readonly<Record<string, string>> = {
  '+': `_aclitem aclitem, anymultirange anymultirange, anyrange anyrange, int8 inet, box point, circle point, date timetz, inet int8,
    interval timetz, money money, numeric pg_lsn, path path, path point, pg_lsn numeric, point point, timetz date, timetz interval`,
  '-': `_aclitem aclitem, anymultirange anymultirange, anyrange anyrange, box point, circle point, inet int8, inet inet, jsonb int4,
    jsonb text, jsonb _text, money money, path point, pg_lsn numeric, pg_lsn pg_lsn, point point, timetz interval`,
  '*': `anymultirange anymultirange, anyrange anyrange, int8 money, box point, circle point, float8 money, int4 money, money int8,
    money float8, money int4, money float4, money int2, path point, point point, float4 money, int2 money`,
  '/': `box point, circle point, interval float8, money int8, money int4, money money, money float8, money float4, money int2, path point,
    point point`,
  '&': 'bit bit, inet inet, macaddr macaddr, macaddr8 macaddr8',
  '|': 'bit bit, inet inet, macaddr macaddr, macaddr8 macaddr8',
  '#': 'path, polygon, bit bit, box box, line line, lseg lseg',
  '~': 'bit, inet, macaddr, macaddr8, bpchar text, name text, text text',
  '<<': `anymultirange anymultirange, anymultirange anyrange, anyrange anymultirange, anyrange anyrange, bit int4, box box, circle circle,
    inet inet, point point, polygon polygon`,
  '>>': `anymultirange anymultirange, anymultirange anyrange, anyrange anymultirange, anyrange anyrange, bit int4, box box, circle circle,
    inet inet, point point, polygon polygon`,
  lower: 'anyrange, anymultirange',
  upper: 'anyrange, anymultirange',
  length: 'lseg, path, bytea name, bit, tsvector',
  bit_length: 'bit',
  octet_length: 'bit',
  btrim: 'bytea bytea',
  ltrim: 'bytea bytea',
  rtrim: 'bytea bytea',
  position: 'bit bit, bytea bytea',
  reverse: 'bytea',
  substr: 'bytea int4, bytea int4 int4',
  substring: `text text, text text text, bytea int4, bytea int4 int4, bit int4, bit int4 int4`,
  gcd: 'numeric numeric',
  lcm: 'numeric numeric',
  sqrt: 'numeric',
  trunc: 'macaddr, macaddr8',
  date_part: 'text timetz',
  extract: 'text timetz',
  date_trunc: 'text timestamptz text',
  timezone: `text timetz, interval timetz, timestamp, timestamptz, timetz`,
}

export const foreignSignatures: readonly Signature[] = Object.entries(foreign).flatMap(([name, lists]) =>
  lists.split(/,\s*/).map((args) => ({ name, args: args.trim().split(/\s+/) })),
)
