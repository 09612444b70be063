// The predicate must say what Postgres says, on every row: random clauses over random rows, compared with SELECT.
import * as fc from 'fast-check'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import type { Row } from '../catalog.ts'
import { compileWhere, type CompiledWhere } from './compile.ts'
import { parseWhere, WhereError } from './parse.ts'
import { accepted, spoilt, wild } from './test-clauses.ts'
import { useTestRows } from './test-rows.ts'

const made = useTestRows(300)

const compile = (text: string, params: readonly string[] = []) =>
  compileWhere(parseWhere(text, params, 'w'), made.table)

const idsOf = (found: readonly Row[]) => found.map(({ id }) => Number(id)).toSorted((a, b) => a - b)

/** Ids of the rows that Postgres finds. */
const selected = async (text: string) =>
  idsOf([...(await made.sql.unsafe<Row[]>(`select id::text from w where ${text}`))])

/** Ids of the rows in which an expression is true. A row for which Postgres raises an error is taken for what `otherwise` says. */
async function trueIn(text: string, otherwise: readonly number[] = []) {
  const values = await made.valuesOf(text)
  const ids = made.rows.map(({ id }) => Number(id))
  return ids.filter((id, index) => values[index] === 'true' || (values[index] === 'ERROR' && otherwise.includes(id)))
}

const isOfValues = (error: unknown) => error instanceof postgres.PostgresError && /^(?:22|54|0A)/.test(error.code)

/** Where no row errs, the clause is run as a snapshot runs it. */
const selectedOrTrue = (text: string, otherwise?: readonly number[]) =>
  selected(text).catch((error: unknown) => {
    if (isOfValues(error)) return trueIn(text, otherwise)
    throw error
  })

async function assertSame(text: string, compiled: CompiledWhere) {
  const found = idsOf(made.rows.filter((row) => compiled.matches(row)))
  expect(await selectedOrTrue(text, found)).toEqual(found)
  expect(await selectedOrTrue(compiled.sql)).toEqual(found)
  const read = (row: Row) => Object.fromEntries(compiled.columns.map((name) => [name, row[name] ?? null]))
  expect(idsOf(made.rows.filter((row) => compiled.matches({ ...read(row), id: row['id'] ?? null })))).toEqual(found)
  for (const [name, value] of compiled.equalities) {
    expect(made.rows.filter((row) => compiled.matches(row) && row[name] !== value)).toEqual([])
  }
}

/** Found before: what a NULL decides in a WHERE raises no error. */
const examples: [string][] = [
  [`((n between null and 1 and at + interval '1 month' = at) or (not (t = '')) = (x = 'a' collate "C"))`],
]

const numRuns = Number(process.env['WHERE_RUNS'] ?? 500)

test('the predicate holds exactly where SELECT finds the row, and its SQL finds the same', async () => {
  await fc.assert(
    fc.asyncProperty(accepted, (text) => assertSame(text, compile(text))),
    { numRuns, examples },
  )
}, 600_000)

test.each([
  ['of any types', wild],
  ['changed at random', spoilt],
])(
  'what is not refused means to Postgres what it means here: %s',
  async (_, clause) => {
    await fc.assert(
      fc.asyncProperty(clause, async (text) => {
        const compiled = orRefuse(() => compile(text))
        if (compiled) await assertSame(text, compiled)
      }),
      { numRuns: 4 * numRuns },
    )
  },
  600_000,
)

test('what is read as an expression is one to Postgres, parameters too', async () => {
  await fc.assert(
    fc.asyncProperty(spoilt, async (text) => {
      if (!orRefuse(() => parseWhere(text, ['1', 'a'], 'w'))) return
      const code = await selected(text).then(
        () => null,
        (error: postgres.PostgresError) => error.code,
      )
      expect(code).not.toBe(syntaxError)
    }),
    { numRuns: 4 * numRuns },
  )
}, 600_000)

const syntaxError = '42601'

function orRefuse<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof WhereError) return null
    throw error
  }
}
