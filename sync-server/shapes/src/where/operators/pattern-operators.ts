// LIKE and ILIKE, also over the patterns of an array. Patterns are constants.
import { elementsBeside, overItems } from './array-operators.ts'
import { assertAscii, mergeCollations } from '../types/collation.ts'
import { likeMatcher } from './like.ts'
import { asText, constant, text, truth, valueOf, type List, type Operand, type Scalar } from '../operand.ts'
import type { Like } from '../parse.ts'
import { WhereError } from '../where-error.ts'

export function like(operator: Like, left: Operand, right: Operand): Scalar {
  const [value, pattern] = [matched(left), asText(right)]
  assertFixed(pattern)
  const known = valueOf(pattern)
  const test = tester(operator, value, pattern, [known])
  const parts = known === null ? [] : [value]
  return truth(left.position, parts, `(${value.sql} ${operator} ${pattern.sql})`, (row) => {
    const read = known === null ? null : value.read(row)
    return read === null || known === null ? null : test(read, known, 0)
  })
}

export function quantifiedLike(operator: Like, all: boolean, left: Operand, right: Operand): Scalar {
  const [value, patterns] = [matched(left), elementsBeside(right, constant(null, text, left.position))]
  if (patterns.element.kind !== 'text') throw new WhereError(`${patterns.element.name} is not text`, right.position)
  assertFixed(patterns)
  const items = valueOf(patterns)?.items
  const test = items && tester(operator, value, patterns, items)
  const sql = `(${value.sql} ${operator} ${all ? 'all' : 'any'} (${patterns.sql}))`
  return truth(left.position, [value], sql, (row) =>
    items && test ? overItems(items, value.read(row), all, test) : null,
  )
}

/** Unlike others, LIKE sees the padding of char(n). */
const matched = (operand: Operand) =>
  operand.kind === 'scalar' && operand.type.kind === 'char' ? operand : asText(operand)

function assertFixed({ fixed, position }: Scalar | List) {
  if (!fixed) throw new WhereError('patterns are constants', position)
}

/** For each of the patterns, by its index. */
function tester(operator: Like, value: Scalar, pattern: Scalar | List, patterns: readonly (string | null)[]) {
  const insensitive = operator.endsWith('ilike')
  const collation = mergeCollations(value.collation, pattern.collation, pattern.position)
  if (insensitive) assertAscii(collation, pattern.position)
  const matchers = patterns.map((one) => (one === null ? null : likeMatcher(one, insensitive, pattern.position)))
  const negated = operator.startsWith('not')
  return (read: string, _pattern: string, index: number) => matchers[index]?.(read) !== negated
}
