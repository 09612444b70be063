// Floats as Postgres prints them and calculates with them. Only what IEEE 754 defines to the last bit is here: a power, a logarithm or a
// sine is what somebody's library makes of it.
import { divisionByZero, outOfRange } from '../evaluation-error.ts'

export function readFloat(text: string): number {
  if (/^[+-]?inf/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return /^nan$/i.test(text) ? Number.NaN : Number(text)
}

/** The shortest digits that tell the number from all others, with an exponent below 1e-4 and from 1e15 (1e6 for float4). */
function print(value: number, shortest: string, maxExponent: number): string {
  if (!Number.isFinite(value)) return String(value)
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const [mantissa = '', exponentText] = shortest.split('e')
  const exponent = Number(exponentText)
  if (exponent < -4 || exponent >= maxExponent) {
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  const sign = value < 0 ? '-' : ''
  const digits = mantissa.replace(/[-.]/g, '')
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const fraction = digits.slice(exponent + 1)
  return sign + whole + (fraction && `.${fraction}`)
}

export function float8Text(value: number): string {
  let text = value.toExponential()
  const size = Math.abs(value)
  if (size > 2 ** 49 && size < 1e41) {
    for (let digits = text.replace(/e.*|\D/g, '').length; isHalfway(value, text, (one) => one); digits++) {
      text = nearest(value, digits)
    }
  }
  return print(value, text, 15)
}

/** `value` is one that 4 bytes hold. */
export function float4Text(value: number): string {
  const size = Math.abs(value)
  const hasHalves = size > 2 ** 15 && size < 1e20
  for (let digits = 0; digits < 9; digits++) {
    const text = nearest(value, digits)
    if (Math.fround(Number(text)) !== value || (hasHalves && isHalfway(value, text, Math.fround))) continue
    return print(value, text.replace(/\.?0+(?=e)/, ''), 6)
  }
  return print(value, value.toExponential(8), 6)
}

/** The nearest with so many digits behind the first; of two that are as near the even one, where JavaScript takes the larger. */
function nearest(value: number, digits: number): string {
  const rounded = value.toExponential(digits)
  const exact = value.toExponential(Math.min(digits + 40, 100))
  const [, kept = '', rest = '', exponent = ''] = new RegExp(`^(-?\\d\\.?\\d{${digits}})(\\d*)(e.*)$`).exec(exact) ?? []
  return /^50*$/.test(rest) && /[02468]$/.test(kept) ? kept + exponent : rounded
}

/**
 * Whether a decimal lies on the half between a float and the next one. Reading it would find the float, but Postgres doesn't print it: others may
 * round otherwise. Only of large numbers have such halves so few digits, and those have few bits behind the point.
 */
function isHalfway(value: number, text: string, round: (value: number) => number): boolean {
  const [mantissa = '', exponent] = text.split('e')
  const places = Number(exponent) - (mantissa.split('.')[1] ?? '').length
  const digits = BigInt(mantissa.replace('.', ''))
  // In units of 2 ** -9 and 10 ** -20, which are whole for all of them.
  const decimal = digits * 512n * 10n ** BigInt(places + 20)
  const exact = BigInt(value * 512) * 10n ** 20n
  const next = (2n * decimal - exact) / 10n ** 20n
  const isWhole = next * 10n ** 20n === 2n * decimal - exact
  return decimal !== exact && isWhole && BigInt(round(Number(next))) === next
}

const texts = { float4: float4Text, float8: float8Text }
export type FloatType = keyof typeof texts

const rounded = (value: number, type: FloatType) => (type === 'float4' ? Math.fround(value) : value)

/** As many of its bits as its type has. */
export const readAs = (text: string, type: FloatType) => rounded(readFloat(text), type)

export const floatText = (value: number, type: FloatType) => texts[type](rounded(value, type))

/** What one operand makes without an error. */
export const mapFloat = (type: FloatType, map: (value: number) => number) => (text: string) =>
  floatText(map(readAs(text, type)), type)

const operations: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}

/** An infinity that no operand was, and a zero that no factor was, are errors. A sum or product in 4 bytes is that in 8, rounded. */
export function floatOperation(symbol: string, types: readonly [FloatType, FloatType]) {
  const operate = operations[symbol]
  if (!operate) throw new Error(`no operation ${symbol}`)
  const result: FloatType = types.includes('float8') ? 'float8' : 'float4'
  return (first: string, second: string): string => {
    const [a, b] = [readAs(first, types[0]), readAs(second, types[1])]
    if (symbol === '/' && b === 0 && !Number.isNaN(a)) throw divisionByZero
    const value = rounded(operate(a, b), result)
    const isNew = Number.isFinite(a) && (symbol === '/' || Number.isFinite(b))
    if (Math.abs(value) === Infinity && isNew) throw outOfRange
    if (value === 0 && symbol === '*' && a !== 0 && b !== 0) throw outOfRange
    if (value === 0 && symbol === '/' && a !== 0 && Number.isFinite(b)) throw outOfRange
    return texts[result](value)
  }
}

/** To the nearest whole number; halves to the even one. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  const part = value - floor
  if (part !== 0.5) return part < 0.5 ? copySign(floor, value) : copySign(Math.ceil(value), value)
  return copySign(floor % 2 === 0 ? floor : floor + 1, value)
}

/** Zero keeps its sign. */
const copySign = (result: number, value: number) => (result === 0 && (value < 0 || Object.is(value, -0)) ? -0 : result)

export function squareRoot(value: number): number {
  if (value < 0) throw outOfRange
  return Math.sqrt(value)
}

export function floatToInteger(value: number, bits: number): string {
  if (!Number.isFinite(value)) throw outOfRange
  const whole = BigInt(roundHalfEven(value))
  if (BigInt.asIntN(bits, whole) !== whole) throw outOfRange
  return whole.toString()
}

/** Rounded once: a double between may lie on the half of two floats. */
export function integerToFloat4(text: string): string {
  const value = BigInt(text)
  const size = value < 0n ? -value : value
  // Below 2 ** 53 the double is exact. Above, all bits that no float4 has are as one.
  if (size < 1n << 53n) return float4Text(Math.fround(Number(text)))
  const sticky = (size >> 20n) * 2n + (size & 0xfffffn ? 1n : 0n)
  return float4Text(Math.fround(Number(value < 0n ? -sticky : sticky) * 2 ** 19))
}

/** Digits that no double has room for are an error, infinities are not. */
export function decimalToFloat8(text: string): string {
  const value = readFloat(text)
  const isInfinite = !/^-?I/.test(text) && Math.abs(value) === Infinity
  if (isInfinite || (value === 0 && /[1-9]/.test(text))) throw outOfRange
  return float8Text(value)
}
