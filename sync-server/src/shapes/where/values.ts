// Values as where clauses compare them: constants checked and made canonical, texts of rows put in Postgres' order.
// Invariant: two values compare here as they do in the SQL that the snapshot runs.

/** Columns of one kind can be compared with each other. `opaque` ones only with NULL. */
export type Kind = 'text' | 'bool' | 'uuid' | 'number' | 'time' | 'enum' | 'opaque'

const kinds: Record<string, Kind> = {
  text: 'text',
  varchar: 'text',
  bool: 'bool',
  uuid: 'uuid',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  date: 'time',
  timestamp: 'time',
  timestamptz: 'time',
}

export const kindOf = ({ type, dims, isEnum }: { type: string; dims: number; isEnum: boolean }): Kind =>
  dims > 0 ? 'opaque' : isEnum ? 'enum' : (kinds[type] ?? 'opaque')

const integers = new Set(['int2', 'int4', 'int8'])

/** Types whose equal values are always printed alike, so that texts can be looked up. */
export const isCanonical = (type: string, kind: Kind) =>
  kind === 'text' || kind === 'bool' || kind === 'uuid' || kind === 'enum' || integers.has(type)

/** A constant: the text that Postgres would print for it, and the type it is to be cast to. */
export interface Constant {
  text: string
  type: string
}

const decimal = /^[+-]?(?:\d{1,200}(?:\.\d{0,200})?|\.\d{1,200})$/
const special = /^[+-]?(?:infinity|inf)$|^nan$/i
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What `text` is as a value of a column's type; null when it is none that is understood. `bare`: a number without quotes. */
export function constantOf(text: string, type: string, kind: Kind, bare: boolean): Constant | null {
  switch (kind) {
    case 'text':
      // Postgres has no such texts.
      return text.includes('\0') ? null : { text, type: 'text' }
    case 'enum':
      // As text: Postgres would refuse what is no label.
      return { text, type: 'text' }
    case 'bool':
      return boolOf(text.trim().toLowerCase())
    case 'uuid':
      return uuid.test(text) ? { text: text.toLowerCase(), type } : null
    case 'number':
      return numberOf(text.trim(), type, bare)
    case 'time':
      return microseconds(text, true) === null ? null : timeOf(text, type)
    case 'opaque':
      return null
  }
}

function boolOf(text: string): Constant | null {
  for (const [value, names] of [
    ['true', ['true', 'yes', 'on', '1']],
    ['false', ['false', 'no', 'off', '0']],
  ] as const) {
    // Postgres takes unambiguous beginnings; that of on and off is none.
    if (text !== '' && text !== 'o' && names.some((name) => name.startsWith(text))) return { text: value, type: 'bool' }
  }
  return null
}

function numberOf(text: string, type: string, bare: boolean): Constant | null {
  const float = type === 'float4' || type === 'float8'
  if (special.test(text)) return float || type === 'numeric' ? { text, type } : null
  // Without quotes it is more exact than a float4.
  if (float) return floatOf(text, bare ? 'float8' : type)
  if (!decimal.test(text)) return null
  if (type === 'numeric' || text.includes('.')) return { text, type: 'numeric' }
  const value = BigInt(text.replace('+', ''))
  return { text: value.toString(), type: BigInt.asIntN(64, value) === value ? 'int8' : 'numeric' }
}

/** What is too large or too small for its bytes, Postgres refuses. */
function floatOf(text: string, type: string): Constant | null {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  if (!decimal.test(mantissa) || !/^[+-]?\d{1,3}$/.test(exponent)) return null
  const value = type === 'float4' ? Math.fround(Number(text)) : Number(text)
  return Number.isFinite(value) && (value !== 0 || /^[^1-9]*$/.test(mantissa)) ? { text, type } : null
}

/** A date drops the time of day and a timestamp its zone, which a comparison would have to know of. */
function timeOf(text: string, type: string): Constant | null {
  const understood = { date: /^[\d-]+$/, timestamp: /^[\d-]+([ T][\d:.]+)?$/ }[type]
  return understood && !understood.test(text) && !text.endsWith('infinity') ? null : { text, type }
}

/** Below, at or above 0, for two texts of a kind; `types` are the columns' or constants'. */
export function comparer(kind: Kind, types: readonly [string, string]): (a: string, b: string) => number {
  switch (kind) {
    case 'number':
      return types.some((type) => type.startsWith('float')) ? compareFloats(types) : compareDecimals
    case 'time':
      return (a, b) => Number((microseconds(a, false) ?? 0n) - (microseconds(b, false) ?? 0n))
    case 'uuid':
    case 'bool':
      return (a, b) => (a === b ? 0 : a < b ? -1 : 1)
    default:
      return compareTexts
  }
}

/** Byte order: the C collation, which the SQL names. */
function compareTexts(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** A float4 is what its 4 bytes hold; compared with a float8 it is widened. NaN is equal to itself and above all. */
function compareFloats(types: readonly [string, string]) {
  const read = (text: string, type: string) => (type === 'float4' ? Math.fround(toNumber(text)) : toNumber(text))
  return (a: string, b: string) => {
    const [x, y] = [read(a, types[0]), read(b, types[1])]
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y))
    return x === y ? 0 : x < y ? -1 : 1
  }
}

const compareDoubles = compareFloats(['float8', 'float8'])

const toNumber = (text: string) => (special.test(text) ? specialNumber(text) : Number(text))

function specialNumber(text: string) {
  if (/^nan$/i.test(text)) return Number.NaN
  return text.startsWith('-') ? -Infinity : Infinity
}

/** Up to 15 digits a double is exact enough to tell two decimals apart. */
const exactLength = 15

function compareDecimals(a: string, b: string): number {
  if ((a.length <= exactLength && b.length <= exactLength) || special.test(a) || special.test(b)) {
    return compareDoubles(a, b)
  }
  const scale = Math.max(fractionOf(a).length, fractionOf(b).length)
  const difference = scaled(a, scale) - scaled(b, scale)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

const fractionOf = (text: string) => text.split('.')[1] ?? ''

const scaled = (text: string, scale: number) =>
  BigInt((text.split('.')[0] ?? '').replace('+', '').replace(/^-?$/, '$&0') + fractionOf(text).padEnd(scale, '0'))

const time =
  /^(\d{4,6})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(?:(Z|[+-]\d\d)(?::?(\d\d))?)?)?( BC)?$/

/** Beyond every time. */
const forever = 10n ** 20n

/** ISO 8601 or what Postgres prints in UTC → microseconds; null for other texts, and where `strict` for impossible dates. */
function microseconds(text: string, strict: boolean): bigint | null {
  if (text === 'infinity') return forever
  if (text === '-infinity') return -forever
  const match = time.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z', zoneMinute = '0', bc] =
    match
  const date = new Date(0)
  // There is no year 0: 1 BC is 0 for Date.
  date.setUTCFullYear(bc ? 1 - Number(year) : Number(year), Number(month) - 1, Number(day))
  date.setUTCHours(Number(hour), Number(minute), Number(second))
  const possible = date.getUTCDate() === Number(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  if (strict && !(possible && !bc && Number(month) >= 1 && Number(year) > 0)) return null
  // Past what Date can hold, but short of Postgres' end of time.
  if (Number.isNaN(date.getTime())) return forever - 1n
  const offset = zone === 'Z' ? 0 : Number(zone) * 60 + (zone.startsWith('-') ? -1 : 1) * Number(zoneMinute)
  return BigInt(date.getTime() - offset * 60_000) * 1000n + BigInt(fraction.padEnd(6, '0'))
}
