// numeric: exact, and with the scale that Postgres gives each result. No powers, roots and logarithms: their last digits are Postgres' own.
import {
  addDecimals,
  ceilDecimal,
  divideDecimals,
  divideWhole,
  floorDecimal,
  modDecimals,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  signOfDecimal,
  subtractDecimals,
  truncateDecimal,
} from '../types/decimals.ts'
import { define, type Demand, type Signature } from './signature.ts'

const absolute = (a: string) => a.replace(/^-/, '')

/** Far past any clause's; Postgres' own bounds differ by version. */
const places: Demand = { argument: 1, must: 'be constant', accepts: (value) => Math.abs(Number(value)) <= 1000 }

const two = 'numeric numeric → numeric'
const one = 'numeric → numeric'

export const decimalFunctions: readonly Signature[] = [
  define('+', two, addDecimals),
  define('-', two, subtractDecimals),
  define('*', two, multiplyDecimals),
  define('/', two, divideDecimals),
  define('%', two, modDecimals),
  define('mod', two, modDecimals),
  define('div', two, divideWhole),
  define('-', one, negateDecimal),
  define('+', one, (a) => a),
  define('@', one, absolute),
  define('abs', one, absolute),
  define('sign', one, signOfDecimal),
  define('round', one, (a) => roundDecimal(a)),
  define('trunc', one, (a) => truncateDecimal(a)),
  define('floor', one, (a) => floorDecimal(a)),
  define('ceil', one, (a) => ceilDecimal(a)),
  define('ceiling', one, (a) => ceilDecimal(a)),
  define('round', 'numeric int4 → numeric', (a, b) => roundDecimal(a, Number(b)), { demands: [places] }),
  define('trunc', 'numeric int4 → numeric', (a, b) => truncateDecimal(a, Number(b)), { demands: [places] }),
]
