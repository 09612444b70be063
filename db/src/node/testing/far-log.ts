// A Postgres for one test file whose write-ahead log is about to pass a position.
import postgres from 'postgres'
import { startTestPostgres } from '../postgres/test-postgres.ts'

const segment = 16n * 1024n * 1024n
/** A database is copied before the test begins, all of it through the log. */
const before = 16n * segment

export interface FarLog {
  /** The log's position now. */
  position(): Promise<bigint>
  /** Goes on in the last segment before the position. */
  approach(): Promise<void>
  /** Goes on in the first segment past it. */
  pass(): Promise<void>
  stop(): Promise<void>
}

/** Until it is stopped `testDatabase` makes its databases there. */
export async function startFarLog(position: bigint): Promise<FarLog> {
  const usual = process.env['TEST_POSTGRES_URL']
  const stopPostgres = await startTestPostgres(undefined, { logFrom: position - before })
  const sql = postgres(process.env['TEST_POSTGRES_URL'] ?? '', { max: 1, onnotice: () => {} })
  const now = async () => {
    const [row] = await sql<{ lsn: string }[]>`select (pg_current_wal_insert_lsn() - '0/0')::text as lsn`
    return BigInt(row?.lsn ?? 0)
  }
  const goTo = async (least: bigint) => {
    while ((await now()) < least) {
      // An empty segment is not left.
      await sql`select pg_logical_emit_message(false, '', '')`
      await sql`select pg_switch_wal()`
    }
  }
  return {
    position: now,
    approach: () => goTo(position - segment),
    pass: () => goTo(position),
    async stop() {
      await sql.end({ timeout: 5 })
      await stopPostgres()
      if (usual === undefined) delete process.env['TEST_POSTGRES_URL']
      else process.env['TEST_POSTGRES_URL'] = usual
    },
  }
}
