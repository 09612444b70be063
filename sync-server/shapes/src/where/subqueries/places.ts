// Where subqueries stand in a clause, and what is left of it without them.
// Invariant: a row in which the clause is true satisfies its candidates too, whatever the subqueries answer.
import type { TableName } from '../../catalog.ts'
import type { Expression } from '../parse.ts'

type Within = Extract<Expression, { kind: 'within' }>

export interface Place {
  /** Whether it stands under NOT: the more it answers, the less the clause holds. */
  negated: boolean
  /** Whether the clause can't hold unless it answers yes. */
  required: boolean
}

/** Subqueries that stand under nothing but AND, OR and NOT. */
export function placesIn(
  expression: Expression,
  place: Place = { negated: false, required: true },
): Map<Within, Place> {
  switch (expression.kind) {
    case 'within':
      return new Map([[expression, place]])
    case 'and':
    case 'or': {
      const required = place.required && expression.kind === 'and'
      return new Map(expression.operands.flatMap((operand) => [...placesIn(operand, { ...place, required })]))
    }
    case 'not':
      return placesIn(expression.operand, { negated: !place.negated, required: false })
    default:
      return new Map()
  }
}

/** Tables that the clause's subqueries ask, each once, with those further in. */
export function tablesIn(expression: Expression): TableName[] {
  const found = new Map<string, TableName>()
  for (const { select } of placesIn(expression).keys()) {
    const inner = select.where ? tablesIn(select.where) : []
    for (const { schema, name } of [select, ...inner]) found.set(JSON.stringify([schema, name]), { schema, name })
  }
  return [...found.values()]
}

/** The clause with every subquery's answer taken for what lets most rows in. Null when that is all of them. */
export function candidatesOf(expression: Expression): Expression | null {
  const most = withAnswer(expression, true)
  return most === true ? null : most === false ? { kind: 'bool', value: false, position: expression.position } : most
}

/** `answer` lets in most rows, or fewest. */
function withAnswer(expression: Expression, answer: boolean): Expression | boolean {
  switch (expression.kind) {
    case 'within':
      return answer
    case 'not': {
      const operand = withAnswer(expression.operand, !answer)
      return typeof operand === 'boolean' ? !operand : { ...expression, operand }
    }
    case 'and':
    case 'or': {
      const decisive = expression.kind === 'or'
      const operands = expression.operands.map((operand) => withAnswer(operand, answer))
      if (operands.includes(decisive)) return decisive
      const left = operands.filter((operand) => typeof operand !== 'boolean')
      return left.length === 0 ? !decisive : { ...expression, operands: left }
    }
    default:
      return expression
  }
}
