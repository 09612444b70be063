// The local Postgres as the rest of sync uses it: transactions and queries whose statements are parsed and planned once a session.
// Planning a statement on the views costs ten times its execution, and the same few hundred texts come again and again.
// Invariant: statements reach Postgres only while the transaction lock is held, so nobody reads or writes inside another's transaction.
import { parse, protocol, type PGlite, type QueryOptions, type Results } from '@electric-sql/pglite'

/** Beyond it the longest unused is closed: texts with lists of any length would pile up. */
const maxStatements = 400

interface Statement {
  name: string
  paramTypes: readonly number[]
}

export interface LocalTx {
  query<Row>(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<Results<Row>>
  /** Any number of statements without parameters. */
  exec(text: string): Promise<unknown>
}

export interface LocalPostgres extends LocalTx {
  /** Rolled back when `job` throws. */
  transaction<T>(job: (tx: LocalTx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Message = ReturnType<typeof protocol.serialize.sync>

/** `onBroken`: its files or the program itself are damaged; nothing that follows can be relied on. */
export function createLocalPostgres(pg: PGlite, onBroken: (error: unknown) => void = () => undefined): LocalPostgres {
  const prepare = preparedOnce(pg)

  /** The caller holds the transaction lock. */
  async function run<Row>(text: string, params: readonly unknown[] = [], options: QueryOptions = {}) {
    try {
      return await runNow<Row>(text, params, options)
    } catch (error) {
      if (isBroken(error)) onBroken(error)
      throw error
    }
  }

  /* oxlint-disable eslint/no-underscore-dangle -- public in PGlite's types: what its own query() takes */
  function runNow<Row>(text: string, params: readonly unknown[], options: QueryOptions): Promise<Results<Row>> {
    return pg.runExclusive(async () => {
      const { name, paramTypes } = await prepare(text)
      const { serialize } = protocol
      if (options.blob) await pg._handleBlob(options.blob)
      const values = params.map((value, index) => serialized(pg, value, paramTypes[index], options))
      const answer = await send(
        pg,
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      )
      if (options.blob) await pg._cleanupBlob()
      const [result] = parse.parseResults(answer, parsersFor(pg, options), { rowMode: options.rowMode ?? 'object' })
      if (!result) throw new Error('a statement without result')
      return result as Results<Row>
    })
  }

  return {
    query: (text, params, options) => pg._runExclusiveTransaction(() => run(text, params, options)),
    exec: (text) => pg.exec(text),
    async transaction(job) {
      const result = await pg.transaction((tx) => job({ query: run, exec: (text) => tx.exec(text) }))
      // PGlite does this after single queries only.
      await pg.syncToFs()
      return result
    },
    close: () => pg.close(),
  }
  /* oxlint-enable eslint/no-underscore-dangle */
}

const send = (pg: PGlite, ...messages: Message[]) => pg.execProtocolStream(concat(messages), { syncToFs: false })

/** The statement of a text, prepared when it is asked for first. */
function preparedOnce(pg: PGlite): (text: string) => Promise<Statement> {
  const statements = new Map<string, Statement>()
  // Tests put a second one over the same Postgres.
  const prefix = crypto.randomUUID()
  let lastName = 0
  const { serialize } = protocol

  async function closeUnused() {
    const oldest = statements.size > maxStatements ? statements.entries().next().value : undefined
    if (!oldest) return
    statements.delete(oldest[0])
    await send(pg, serialize.close({ type: 'S', name: oldest[1].name }), serialize.sync())
  }
  return async (text) => {
    const known = statements.get(text)
    if (known) {
      // Put last again: the first in the map is the longest unused.
      statements.delete(text)
      statements.set(text, known)
      return known
    }
    const name = `${prefix}-${++lastName}`
    const describe = serialize.describe({ type: 'S', name })
    const answer = await send(pg, serialize.parse({ name, text }), describe, serialize.sync())
    const statement = { name, paramTypes: parse.parseDescribeStatementResults(answer) }
    statements.set(text, statement)
    await closeUnused()
    return statement
  }
}

/** Damaged files, no space, failed I/O, or the program crashed. */
function isBroken(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true
  if (!(error instanceof Error)) return false
  return error.name === 'ExitStatus' || ('code' in error && /^(XX00[12]|53100|58030|58P01)$/.test(String(error.code)))
}

function serialized(pg: PGlite, value: unknown, type: number | undefined, options: QueryOptions): string | null {
  if (value === null || value === undefined) return null
  const serialize = type === undefined ? undefined : (options.serializers?.[type] ?? pg.serializers[type])
  return serialize ? serialize(value) : String(value)
}

/** PGlite would copy its hundred parsers for every statement that brings its own. */
function parsersFor({ parsers }: PGlite, options: QueryOptions): PGlite['parsers'] {
  return options.parsers ? Object.assign(Object.create(parsers), options.parsers) : parsers
}

function concat(messages: readonly Message[]): Uint8Array {
  const buffer = new Uint8Array(messages.reduce((size, message) => size + message.length, 0))
  let at = 0
  for (const message of messages) {
    buffer.set(message, at)
    at += message.length
  }
  return buffer
}
