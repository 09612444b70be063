// Calls by name. Most are in the table; here are those that take arrays, or to which NULL is a value.
import { typed, type Operand, type Scalar } from '../operand.ts'
import { WhereError } from '../where-error.ts'
import { apply } from './apply.ts'
import { arrayFunctions, concatenatedArrays, concatenatedBytes } from './arrays.ts'
import { coalesce, concat, concatenated, extreme, nullif } from './conditional.ts'

type Implementation = (args: readonly Operand[], position: number) => Operand

const special: Readonly<Record<string, Implementation>> = {
  ...arrayFunctions,
  coalesce,
  nullif,
  greatest: extreme('greatest'),
  least: extreme('least'),
  concat: concat('concat'),
  concat_ws: concat('concat_ws'),
  '||': joined,
}

/** A function or an operator. */
export function call(name: string, args: readonly Operand[], position: number): Operand {
  const implementation = Object.hasOwn(special, name) ? special[name] : undefined
  return implementation ? implementation(args, position) : apply(name, args, position)
}

/** || */
function joined([left, right]: readonly Operand[], position: number): Operand {
  if (!left || !right) throw new WhereError('|| takes two operands', position)
  if (left.kind === 'list' || right.kind === 'list') return concatenatedArrays(left, right)
  const bytes = [left, right].find((operand) => isBytes(operand))
  const [a, b] = [left, right].map((operand) =>
    operand.kind === 'untyped' && isBytes(bytes) ? typed(operand, bytes.type) : operand,
  )
  return isBytes(a) && isBytes(b) ? concatenatedBytes(a, b) : concatenated(left, right)
}

const isBytes = (operand: Operand | undefined): operand is Scalar =>
  operand?.kind === 'scalar' && operand.type.kind === 'bytes'
