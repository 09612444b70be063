// What functions make of the values of their arguments.
import type { Row } from '../catalog.ts'
import { EvaluationError } from './evaluation-error.ts'
import { isKnownNull, type Part } from './operand.ts'
import { WhereError } from './where-error.ts'

/**
 * NULL where an argument is NULL; of the others a value. What is known now is calculated now, as Postgres does.
 * @throws WhereError where that raises an error.
 */
export function strict<Value, Result>(
  parts: readonly Part<Value>[],
  run: (a: Value, b: Value, c: Value) => Result | null,
  position: number,
): Pick<Part<Result>, 'read' | 'fixed'> {
  if (isKnownNull(parts)) return { read: () => null, fixed: true }
  const read = (row: Row) => {
    const values = parts.map((part) => part.read(row))
    const [a = null, b = null, c = null] = values
    // What a function has no argument for, it doesn't ask.
    return values.includes(null) ? null : run(a as Value, b as Value, c as Value)
  }
  return parts.every(({ fixed }) => fixed) ? known(read, position) : { read, fixed: false }
}

function known<Result>(read: Part<Result>['read'], position: number): Pick<Part<Result>, 'read' | 'fixed'> {
  try {
    const value = read({})
    return { read: () => value, fixed: true }
  } catch (error) {
    if (error instanceof EvaluationError) throw new WhereError(error.message, position)
    throw error
  }
}
