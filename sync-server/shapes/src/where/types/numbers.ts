// Numbers: constants as Postgres reads them, texts compared exactly.
import { decimalToFloat8, floatText, readAs, readFloat } from './floats.ts'
import { trimSpace } from './text.ts'
import { integers } from './types.ts'

const special = /^[+-]?(?:infinity|inf)$|^nan$/i
/** Digits of a constant; far past any that a clause needs. */
const maxDigits = 200

/** A number without quotes: int4, int8 or numeric by what it looks like and how large it is, as in Postgres. */
export function bareNumber(text: string): { text: string; name: string } | null {
  const plain = plainDecimal(text)
  if (plain === null) return null
  const name = /[.e]/i.test(text)
    ? 'numeric'
    : (['int4', 'int8'].find((type) => numberConstant(plain, type) !== null) ?? 'numeric')
  return { text: plain, name }
}

/** What Postgres would print for a constant of a type. Null for what it or this refuses. */
export function numberConstant(given: string, type: string): string | null {
  const text = trimSpace(given)
  if (integers.includes(type)) return integerOf(text, type)
  if (type !== 'numeric') return floatOf(text, type)
  if (!special.test(text)) return plainDecimal(text)
  return /nan/i.test(text) ? 'NaN' : text.startsWith('-') ? '-Infinity' : 'Infinity'
}

function integerOf(text: string, type: string): string | null {
  if (!/^[+-]?\d+$/.test(text) || text.length > maxDigits) return null
  const value = BigInt(text.replace('+', ''))
  return BigInt.asIntN(8 * Number(type.slice(3)), value) === value ? value.toString() : null
}

/** Without exponent, as numeric prints it: 1.50e1 is 15.0. */
function plainDecimal(text: string): string | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text)
  if (!match || text.length > maxDigits) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole + fraction === '') return null
  const scale = fraction.length - Number(exponent)
  const digits = (whole + fraction + '0'.repeat(Math.max(0, -scale))).padStart(scale + 1, '0')
  const point = digits.length - Math.max(0, scale)
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  const plain = scale > 0 ? `${integer}.${digits.slice(point)}` : integer
  return sign === '-' && /[1-9]/.test(plain) ? `-${plain}` : plain
}

/** What is too large or too small for its bytes, Postgres refuses. */
function floatOf(text: string, type: string): string | null {
  if (special.test(text)) return String(readFloat(text))
  if (plainDecimal(text) === null || (type !== 'float4' && type !== 'float8')) return null
  const value = readAs(text, type)
  return Number.isFinite(value) && (value !== 0 || /^[^1-9]*(?:e|$)/i.test(text)) ? floatText(value, type) : null
}

/** A float4 is what its 4 bytes hold; compared with a float8 it is widened, and so is a numeric, if it fits. NaN is equal to itself and above all. */
export function compareFloats(types: readonly [string, string]) {
  const read = (text: string, type: string) =>
    type === 'float4' ? readAs(text, type) : readFloat(type === 'numeric' ? decimalToFloat8(text) : text)
  return (a: string, b: string) => {
    const [x, y] = [read(a, types[0]), read(b, types[1])]
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y))
    return x === y ? 0 : x < y ? -1 : 1
  }
}

const compareDoubles = compareFloats(['float8', 'float8'])

/** Up to 15 digits a double is exact enough to tell two decimals apart. */
const exactLength = 15

/** Integers and numerics as Postgres prints them. */
export function compareDecimals(a: string, b: string): number {
  if (a.length <= exactLength && b.length <= exactLength) return compareDoubles(a, b)
  // A finite one may be past what a double can hold.
  if (special.test(a) || special.test(b)) return compareDoubles(special.test(a) ? a : '0', special.test(b) ? b : '0')
  const scale = Math.max(fractionOf(a).length, fractionOf(b).length)
  const difference = scaled(a, scale) - scaled(b, scale)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

const fractionOf = (text: string) => text.split('.')[1] ?? ''

const scaled = (text: string, scale: number) => BigInt((text.split('.')[0] ?? '') + fractionOf(text).padEnd(scale, '0'))
