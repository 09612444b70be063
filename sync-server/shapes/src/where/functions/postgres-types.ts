// What Postgres knows of types where it has to choose between functions: pg_type's categories, and the casts that need no word.
// Types of which no column can be read stand here too: Postgres may take a string for one of them.

const categories: Readonly<Record<string, string>> = {
  B: 'bool',
  D: 'date time timestamp timestamptz timetz',
  G: 'box circle lseg path point polygon line',
  I: 'inet',
  N: 'int2 int4 int8 numeric float4 float8 oid money',
  P: 'anymultirange anyrange',
  S: 'text varchar bpchar name',
  T: 'interval',
  U: 'bytea uuid aclitem jsonb macaddr macaddr8 pg_lsn tsvector xid',
  V: 'bit',
  A: '_aclitem _text',
}

const categoryByType = new Map(
  Object.entries(categories).flatMap(([category, types]) => types.split(' ').map((type) => [type, category] as const)),
)

/** An enum has one of its own, as every type that is not here. */
export const categoryOf = (type: string) => categoryByType.get(type) ?? type

const preferred: ReadonlySet<string> = new Set(['bool', 'timestamptz', 'inet', 'float8', 'oid', 'text', 'interval'])

export const isPreferred = (type: string) => preferred.has(type)

const implicitCasts: Readonly<Record<string, string>> = {
  int2: 'int4 int8 numeric float4 float8 oid',
  int4: 'int8 numeric float4 float8 oid',
  int8: 'numeric float4 float8 oid',
  numeric: 'float4 float8',
  float4: 'float8',
  date: 'timestamp timestamptz',
  timestamp: 'timestamptz',
  time: 'interval timetz',
  text: 'bpchar varchar name',
  varchar: 'text bpchar name',
  bpchar: 'text varchar name',
}

/** Whether Postgres takes one type where another is wanted. Of no known type are strings and NULL, which it takes for anything. */
export const isTakenFor = (from: string | null, to: string) =>
  from === null || from === to || (implicitCasts[from]?.split(' ').includes(to) ?? false)
