// A function or an operator with its arguments.
import { castTo } from '../casts.ts'
import { strict } from '../evaluate.ts'
import { literalSql, nameOf, valueOf, type Operand, type Part, type Scalar } from '../operand.ts'
import { assertAscii, defaultCollation, mergeCollations, type Collation } from '../types/collation.ts'
import { integers, typeNamed } from '../types/types.ts'
import { WhereError } from '../where-error.ts'
import { resolve } from './resolve.ts'
import type { Demand } from './signature.ts'
import { signatures } from './table.ts'

/** Whether a name is only an operator's. */
const isOperator = (name: string) => !/^[a-z]/.test(name)

/** @throws WhereError where Postgres has no such function, can't tell which of several, or it is not understood here. */
export function apply(name: string, args: readonly Operand[], position: number): Scalar {
  const candidates = signatures.get(name)
  if (!candidates)
    throw new WhereError(`${isOperator(name) ? 'operator' : 'function'} ${name} is not supported`, position)
  const chosen = resolve(candidates, args.map(givenType), isOperator(name))
  if (!chosen) throw new WhereError(`${name} of ${args.map(nameOf).join(', ')} is not supported`, position)
  const { made } = chosen
  if (!made) throw new WhereError(`${name} of ${chosen.args.join(', ')} is not supported`, position)
  const parts = args.map((argument, index) => asArgument(argument, chosen.args[index] ?? ''))
  for (const demand of made.demands) assertMet(demand, args, parts, name)
  const collation = collationOfAll(parts, position)
  if (made.ascii) assertAscii(collation, parts[0]?.position ?? position)
  const type = made.result
  const result: Scalar = {
    kind: 'scalar',
    type,
    collation: type.kind === 'text' ? (collation ?? defaultCollation) : null,
    ...strict(parts, made.run, position),
    sql: sqlOf(name, parts),
    position,
  }
  return result.fixed ? { ...result, sql: knownSql(result) } : result
}

/** What is known now is told to Postgres as it is known here, so that both go on from the same. */
function knownSql(part: Scalar): string {
  const sql = literalSql(valueOf(part), part.type)
  return part.collation?.explicit ? `(${sql} collate "${part.collation.name}")` : sql
}

/** Types of a database's own have no name that could be meant for another. */
function givenType(operand: Operand): string | null {
  if (operand.kind === 'untyped') return null
  if (operand.kind === 'list') return `${operand.element.name}[]`
  return operand.type.kind === 'enum' || operand.type.kind === 'opaque' ? `"${operand.type.name}"` : operand.type.name
}

function asArgument(operand: Operand, name: string): Scalar {
  const type = typeNamed(name)
  const cast = type && castTo(operand, type, false)
  if (cast?.kind !== 'scalar') throw new WhereError(`${nameOf(operand)} is not ${name}`, operand.position)
  return cast
}

function assertMet(
  { argument, must, accepts }: Demand,
  args: readonly Operand[],
  parts: readonly Scalar[],
  name: string,
) {
  const [given, part] = [args[argument], parts[argument]]
  if (!given || !part) throw new Error(`${name} has no argument ${argument}`)
  if (must === 'be an integer') {
    if (given.kind === 'scalar' && integers.includes(given.type.name)) return
    throw new WhereError(`${name} of ${nameOf(given)} is not supported`, given.position)
  }
  if (!part.fixed) throw new WhereError(`of ${name} this must be a constant`, given.position)
  const value = valueOf(part)
  if (value === null || !accepts || accepts(value)) return
  throw new WhereError(`${name} does not understand ${value}`, given.position)
}

export const collationOfAll = (parts: readonly Part<unknown>[], position: number) =>
  parts.map((part) => part.collation).reduce<Collation | null>((a, b) => mergeCollations(a, b, position), null)

function sqlOf(name: string, parts: readonly Scalar[]): string {
  const [a = '', b] = parts.map(({ sql }) => sql)
  if (!isOperator(name)) return `pg_catalog.${name}(${parts.map(({ sql }) => sql).join(', ')})`
  return b === undefined ? `(${name} ${a})` : `(${a} ${name} ${b})`
}
