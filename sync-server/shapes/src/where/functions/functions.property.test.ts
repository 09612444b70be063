// A value must be what Postgres makes of it, in every row, to the last digit: random expressions over random rows, compared with SELECT.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Row } from '../../catalog.ts'
import { compileExpression } from '../compile.ts'
import { EvaluationError } from '../evaluation-error.ts'
import type { Operand } from '../operand.ts'
import { parseWhere, WhereError } from '../parse.ts'
import { useTestRows } from '../test-rows.ts'
import type { ArrayValue } from '../types/arrays.ts'
import { expression, wildExpression } from './test-expressions.ts'

const made = useTestRows(150)

function valueIn(operand: Operand, row: Row): string | null {
  try {
    if (operand.kind === 'list') {
      const value = operand.read(row)
      return value && arrayText(value, operand.element.kind === 'bool')
    }
    if (operand.kind === 'untyped') return operand.text
    const value = operand.read(row)
    return operand.type.kind === 'char' ? (value?.replace(/ +$/, '') ?? null) : value
  } catch (error) {
    if (error instanceof EvaluationError) return 'ERROR'
    throw error
  }
}

/** As Postgres prints arrays. */
function arrayText({ dims, bounds, items }: ArrayValue, isBool: boolean): string {
  if (items.length === 0) return '{}'
  const texts = items.map((item) => {
    if (item === null) return 'NULL'
    if (isBool) return item.slice(0, 1)
    return /^$|^null$|[\s"\\{},]/i.test(item) ? `"${item.replaceAll(/["\\]/g, '\\$&')}"` : item
  })
  const nested = dims
    .toReversed()
    .reduce<string[]>(
      (parts, length) =>
        Array.from(
          { length: parts.length / length },
          (_, index) => `{${parts.slice(index * length, (index + 1) * length).join(',')}}`,
        ),
      texts,
    )
  const prefix = bounds.every((bound) => bound === 1)
    ? ''
    : `${dims.map((length, index) => `[${bounds[index]}:${(bounds[index] ?? 1) + length - 1}]`).join('')}=`
  return prefix + nested.join('')
}

function compile(text: string): Operand | null {
  try {
    return compileExpression(parseWhere(text, [], 'w'), made.table).operand
  } catch (error) {
    if (error instanceof WhereError) return null
    throw error
  }
}

/** Where Postgres finds an error, it may be in a part that need not be asked here: beside a NULL that is known now. */
async function assertSame(text: string, operand: Operand) {
  const found = made.rows.map((row) => valueIn(operand, row))
  const values = await made.valuesOf(text)
  expect(values.map((value, index) => (value === 'ERROR' ? found[index] : value))).toEqual(found)
  if (operand.kind === 'untyped') return
  expect(unlessNull(await made.valuesOf(operand.sql), found)).toEqual(found)
  // Where Postgres finds an error before any row, it doesn't say the type.
  if (values.every((value) => value === 'ERROR')) return
  const type = operand.kind === 'list' ? `${operand.element.name}[]` : operand.type.name
  const [same] = await made.sql.unsafe<{ type: boolean }[]>(
    `select pg_typeof((select ${text} from w where false)) = '${type}'::regtype as type`,
  )
  expect(same).toEqual({ type: true })
}

/** Of several errors and NULLs Postgres may find another first. */
const unlessNull = (values: readonly (string | null)[], found: readonly (string | null)[]) =>
  values.map((value, index) => (value === 'ERROR' && found[index] === null ? null : value))

const numRuns = Number(process.env['WHERE_RUNS'] ?? 500)

test.each([
  ['of matching types', expression],
  ['of any types', wildExpression],
])(
  'a value is that of Postgres: %s',
  async (_, arbitrary) => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(arbitrary, async (text) => {
        const operand = compile(text)
        if (!operand) return
        taken++
        await assertSame(text, operand)
      }),
      { numRuns },
    )
    expect(taken).toBeGreaterThan(0)
  },
  600_000,
)
