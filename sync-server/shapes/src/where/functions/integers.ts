// Whole numbers: what doesn't fit into the result's bytes is an error.
import { divisionByZero, outOfRange } from '../evaluation-error.ts'
import { define, type Demand, type Run, type Signature } from './signature.ts'

/** How many bits a type has. */
export const bitsOf = (type: string) => 8 * Number(type.slice(3))

function fitting(value: bigint, bits: number): string {
  if (BigInt.asIntN(bits, value) !== value) throw outOfRange
  return value.toString()
}

type Operation = (a: bigint, b: bigint) => bigint

const operate =
  (bits: number, operation: Operation): Run =>
  (a, b) =>
    fitting(operation(BigInt(a), BigInt(b)), bits)

/** Of two widths the result has the wider. */
const mixed = [
  ['int2', 'int2'],
  ['int2', 'int4'],
  ['int2', 'int8'],
  ['int4', 'int2'],
  ['int4', 'int4'],
  ['int4', 'int8'],
  ['int8', 'int2'],
  ['int8', 'int4'],
  ['int8', 'int8'],
] as const
const widths = ['int2', 'int4', 'int8'] as const

const nonZero =
  (operation: Operation): Operation =>
  (a, b) => {
    if (b === 0n) throw divisionByZero
    return operation(a, b)
  }

/** Towards zero, as in Postgres. */
const mixedOperations: readonly (readonly [string, Operation])[] = [
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['/', nonZero((a, b) => a / b)],
]

const ofOneWidth: readonly (readonly [string, Operation])[] = [
  ['%', nonZero((a, b) => a % b)],
  ['mod', nonZero((a, b) => a % b)],
  ['&', (a, b) => a & b],
  ['|', (a, b) => a | b],
  ['#', (a, b) => a ^ b],
]

const absolute = (a: bigint) => (a < 0n ? -a : a)

const ofOne: readonly (readonly [string, (a: bigint) => bigint])[] = [
  ['-', (a) => -a],
  ['+', (a) => a],
  ['~', (a) => ~a],
  ['@', absolute],
  ['abs', absolute],
]

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [absolute(a), absolute(b)]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

function leastMultiple(a: bigint, b: bigint): bigint {
  return a === 0n || b === 0n ? 0n : absolute((a / greatestDivisor(a, b)) * b)
}

/** Past its width a shift does what the processor does. */
const shiftOf = (bits: number): Demand => ({
  argument: 1,
  must: 'be constant',
  accepts: (value) => Number(value) >= 0 && Number(value) < bits,
})

const shifts = widths.flatMap((type) => {
  // An int2 is shifted as an int4.
  const demands = [shiftOf(Math.max(32, bitsOf(type)))]
  const cut = (value: bigint) => BigInt.asIntN(bitsOf(type), value).toString()
  return [
    define('<<', `${type} int4 → ${type}`, (a, b) => cut(BigInt(a) << BigInt(b)), { demands }),
    define('>>', `${type} int4 → ${type}`, (a, b) => cut(BigInt(a) >> BigInt(b)), { demands }),
  ]
})

const hexadecimal = (bits: number) => (a: string) => BigInt.asUintN(bits, BigInt(a)).toString(16)

export const integerFunctions: readonly Signature[] = [
  ...mixedOperations.flatMap(([name, operation]) =>
    mixed.map(([a, b]) => {
      const result = bitsOf(a) > bitsOf(b) ? a : b
      return define(name, `${a} ${b} → ${result}`, operate(bitsOf(result), operation))
    }),
  ),
  ...ofOneWidth.flatMap(([name, operation]) =>
    widths.map((type) => define(name, `${type} ${type} → ${type}`, operate(bitsOf(type), operation))),
  ),
  ...ofOne.flatMap(([name, operation]) =>
    widths.map((type) => define(name, `${type} → ${type}`, (a) => fitting(operation(BigInt(a)), bitsOf(type)))),
  ),
  ...shifts,
  ...(['int4', 'int8'] as const).flatMap((type) => [
    define('gcd', `${type} ${type} → ${type}`, operate(bitsOf(type), greatestDivisor)),
    define('lcm', `${type} ${type} → ${type}`, operate(bitsOf(type), leastMultiple)),
    define('to_hex', `${type} → text`, hexadecimal(bitsOf(type))),
  ]),
]
