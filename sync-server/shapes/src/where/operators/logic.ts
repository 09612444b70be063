// AND, OR, NOT, IS: Postgres' logic of true, false and unknown.
import type { Row } from '../../catalog.ts'
import { asTruth, textOf, truth, valueOf, type Condition, type Operand, type Scalar } from '../operand.ts'

/** AND or OR over at least one operand. */
export function junction(kind: 'and' | 'or', parts: readonly Scalar[], position: number): Scalar {
  const [only] = parts
  if (only && parts.length === 1) return only
  const decisive = kind === 'or'
  const decided = String(decisive)
  // As Postgres does, what a constant decides is decided before any row.
  const isDecided = parts.some((part) => part.fixed && valueOf(part) === decided)
  const test = isDecided ? () => decisive : verdictOf(decisive, parts)
  const sql = `(${parts.map((part) => part.sql).join(` ${kind} `)})`
  const whole = { ...truth(position, isDecided ? [] : parts, sql, test), condition: joined(decisive, parts) }
  return kind === 'and' ? { ...whole, equalities: parts.flatMap(({ equalities = [] }) => equalities) } : whole
}

/** Of what is left when all before it is known not to decide. */
function verdictOf(decisive: boolean, parts: readonly Pick<Condition, 'read'>[]) {
  const decided = String(decisive)
  return (row: Row) => {
    let verdict: boolean | null = !decisive
    for (const part of parts) {
      const one = part.read(row)
      if (one === decided) return decisive
      if (one === null) verdict = null
    }
    return verdict
  }
}

/** What a part says where only being true counts. */
export function conditionOf(part: Scalar): Condition {
  if (part.fixed) return certain(valueOf(part) === 'true')
  return part.condition ?? { known: null, read: part.read }
}

const certain = (known: boolean): Condition => ({ known, read: () => String(known) })

function joined(decisive: boolean, parts: readonly Scalar[]): Condition {
  const conditions = parts.map(conditionOf)
  if (conditions.some(({ known }) => known === decisive)) return certain(decisive)
  const open = conditions.filter(({ known }) => known === null)
  if (open.length === 0) return certain(!decisive)
  const verdict = verdictOf(decisive, open)
  return { known: null, read: (row) => textOf(verdict(row)) }
}

export function not(operand: Scalar): Scalar {
  const test = (row: Row) => {
    const verdict = operand.read(row)
    return verdict === null ? null : verdict === 'false'
  }
  return truth(operand.position, [operand], `(not ${operand.sql})`, test)
}

export function is(operand: Operand, what: 'null' | 'true' | 'false' | 'unknown', negated: boolean): Scalar {
  const sql = `is ${negated ? 'not ' : ''}${what}`
  if (what === 'null') return isNull(operand, sql, negated)
  const tested = asTruth(operand)
  const wanted = what === 'unknown' ? null : what
  return truth(tested.position, [tested], `(${tested.sql} ${sql})`, (row) => (tested.read(row) === wanted) !== negated)
}

function isNull(operand: Operand, sql: string, negated: boolean): Scalar {
  if (operand.kind !== 'untyped') {
    const { position } = operand
    return truth(position, [operand], `(${operand.sql} ${sql})`, (row) => (operand.read(row) === null) !== negated)
  }
  const verdict = (operand.text === null) !== negated
  return truth(operand.position, [], String(verdict), () => verdict)
}
