// Exact arithmetic of numeric, on texts as Postgres prints them. A numeric has a scale, its digits behind the point, that every operation
// says for its result: 1.10 * 2.0 is 2.200.
import { divisionByZero, outOfRange, tooLarge } from '../evaluation-error.ts'

/** `digits` / 10 ** `scale`; what is not finite is a number. */
interface Decimal {
  digits: bigint
  scale: number
}

/** Characters of an operand; Postgres allows 147,000, with which a long clause would take seconds for a row. */
const maxLength = 5000
/** Digits behind the point, of a quotient. */
const maxQuotientScale = 1000
/** Significant digits that a quotient has at least. */
const quotientDigits = 16
/** Postgres counts digits by four, and chooses a quotient's scale by these. */
const group = 4

function read(text: string): Decimal | number {
  if (text.length > maxLength) throw tooLarge
  if (/[Ny]$/.test(text)) return Number(text)
  const [whole = '', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

function print({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const point = text.length - scale
  const plain = scale > 0 ? `${text.slice(0, point)}.${text.slice(point)}` : text
  return digits < 0n ? `-${plain}` : plain
}

const tenTo = (exponent: number) => 10n ** BigInt(exponent)

const isFinite = (value: Decimal | number): value is Decimal => typeof value !== 'number'

/** What stands for a value where only its being infinite, and its sign, matter. */
const rough = (value: Decimal | number) =>
  isFinite(value) ? Number(value.digits > 0n) - Number(value.digits < 0n) : value

/** An operation that is told for finite values, and for others by what floats do. */
const operation =
  (finite: (a: Decimal, b: Decimal) => Decimal, others: (a: number, b: number) => number) =>
  (first: string, second: string): string => {
    const [a, b] = [read(first), read(second)]
    return isFinite(a) && isFinite(b) ? print(finite(a, b)) : String(others(rough(a), rough(b)))
  }

const aligned = (a: Decimal, b: Decimal) => {
  const scale = Math.max(a.scale, b.scale)
  return { scale, x: a.digits * tenTo(scale - a.scale), y: b.digits * tenTo(scale - b.scale) }
}

export const addDecimals = operation(
  (a, b) => {
    const { scale, x, y } = aligned(a, b)
    return { digits: x + y, scale }
  },
  (a, b) => a + b,
)

export const subtractDecimals = operation(
  (a, b) => {
    const { scale, x, y } = aligned(a, b)
    return { digits: x - y, scale }
  },
  (a, b) => a - b,
)

export const multiplyDecimals = operation(
  (a, b) => ({ digits: a.digits * b.digits, scale: a.scale + b.scale }),
  (a, b) => a * b,
)

export const divideDecimals = operation(
  (a, b) => {
    if (b.digits === 0n) throw divisionByZero
    const scale = quotientScale(a, b)
    // One may have more digits behind the point than the quotient gets.
    const shift = scale + b.scale - a.scale
    const [x, y] = shift >= 0 ? [a.digits * tenTo(shift), b.digits] : [a.digits, b.digits * tenTo(-shift)]
    return { digits: roundedQuotient(x, y), scale }
  },
  (a, b) => {
    if (b === 0 && !Number.isNaN(a)) throw divisionByZero
    return plainZero(a / b)
  },
)

/** The remainder of a division towards zero; it has the sign of the first. */
export function modDecimals(first: string, second: string): string {
  const [a, b] = [read(first), read(second)]
  if (isFinite(b) && b.digits === 0n && !Number.isNaN(a)) throw divisionByZero
  if (isFinite(a) && isFinite(b)) {
    const { scale, x, y } = aligned(a, b)
    return print({ digits: x % y, scale })
  }
  if (isFinite(a) && !Number.isNaN(b)) return first
  return 'NaN'
}

/** The whole part of a quotient. */
export const divideWhole = operation(
  (a, b) => {
    if (b.digits === 0n) throw divisionByZero
    const { x, y } = aligned(a, b)
    return { digits: x / y, scale: 0 }
  },
  (a, b) => {
    if (b === 0 && !Number.isNaN(a)) throw divisionByZero
    return plainZero(a / b)
  },
)

/** A numeric has no negative zero. */
const plainZero = (value: number) => (value === 0 ? 0 : value)

/** At least 16 significant digits, by a first digit and an exponent of base 10,000; never less than an operand has. */
function quotientScale(a: Decimal, b: Decimal): number {
  const [first, second] = [leadingGroup(a), leadingGroup(b)]
  const weight = first.weight - second.weight - (first.digit <= second.digit ? 1 : 0)
  return Math.min(Math.max(quotientDigits - weight * group, a.scale, b.scale, 0), maxQuotientScale)
}

function leadingGroup({ digits, scale }: Decimal): { weight: number; digit: number } {
  if (digits === 0n) return { weight: 0, digit: 0 }
  const text = (digits < 0n ? -digits : digits).toString()
  const exponent = text.length - scale - 1
  const weight = Math.floor(exponent / group)
  const length = exponent - weight * group + 1
  return { weight, digit: Number(text.slice(0, length).padEnd(length, '0')) }
}

/** To the nearest; halves away from zero. */
function roundedQuotient(x: bigint, y: bigint): bigint {
  const [a, b] = [x < 0n ? -x : x, y < 0n ? -y : y]
  const rounded = (2n * a + b) / (2n * b)
  return x < 0n === y < 0n ? rounded : -rounded
}

/** To so many digits behind the point, or before it where `places` is negative. */
const toPlaces =
  (quotient: (x: bigint, y: bigint) => bigint) =>
  (text: string, places = 0): string => {
    const value = read(text)
    if (!isFinite(value)) return text
    const { digits, scale } = value
    const shift = scale - places
    const kept = shift > 0 ? quotient(digits, tenTo(shift)) : digits * tenTo(-shift)
    return print(places < 0 ? { digits: kept * tenTo(-places), scale: 0 } : { digits: kept, scale: places })
  }

export const roundDecimal = toPlaces(roundedQuotient)
export const truncateDecimal = toPlaces((x, y) => x / y)
export const floorDecimal = toPlaces((x, y) => x / y - (x < 0n && x % y !== 0n ? 1n : 0n))
export const ceilDecimal = toPlaces((x, y) => x / y + (x > 0n && x % y !== 0n ? 1n : 0n))

export const negateDecimal = (text: string) =>
  text === 'NaN' || !/[1-9I]/.test(text) ? text : text.startsWith('-') ? text.slice(1) : `-${text}`

export function signOfDecimal(text: string): string {
  if (text === 'NaN') return text
  return /[1-9I]/.test(text) ? (text.startsWith('-') ? '-1' : '1') : '0'
}

/** A whole number of so many bytes; halves are rounded away from zero. */
export function decimalToInteger(text: string, bits: number): string {
  const value = read(roundDecimal(text))
  if (!isFinite(value) || BigInt.asIntN(bits, value.digits) !== value.digits) throw outOfRange
  return value.digits.toString()
}
