// An engine that was killed with a long change log: when it serves again, and that its clients go on where they were.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { atRest } from './child.ts'
import { Connection } from './connection.ts'
import { note, print } from './figure.ts'
import { readUpToDate, type Position } from './shape-reader.ts'
import { companyShape, itemsOf, upTo } from './tables.ts'
import type { Setup, World } from './world.ts'

const companies = 1000
const rowsEach = 5
const logBytes = 1_000_000_000
const repetitions = 3

export const recovery = {
  figures: ['recovery_1gb_log_s'],
  async run(world: World) {
    const count = world.scaled(companies)
    const ddl = `${itemsOf(count, rowsEach)};
      -- Below the size from which Postgres would compress it and keep it elsewhere.
      update items set body = (select string_agg(md5(random()::text || n::text), '') from generate_series(1, 58) n)`
    const env = { LOG_BYTES: String(2 * logBytes) }
    const samples = await world.setUp({ ddl, tables: ['items'], env }, async (setup) => {
      await setup.clients.read(upTo(count).map(companyShape))
      const [first, last] = [await positionIn(setup, 0), await positionIn(setup, count - 1)]
      await fillLog(setup, world.scaled(logBytes))
      const taken: number[] = []
      while (taken.length < repetitions) {
        await setup.engine.stop('SIGKILL')
        await setup.restart()
        taken.push(setup.engine.startedIn / 1000)
        await goOn(setup, 0, first)
        await goOn(setup, count - 1, last)
      }
      return taken
    })
    print({ name: 'recovery_1gb_log_s', unit: 's', samples, aim: '–', reference: '–' })
  },
}

async function positionIn({ engine }: Setup, company: number): Promise<Position> {
  const connection = new Connection(engine.port)
  const { at } = await readUpToDate(connection, companyShape(company))
  connection.close()
  return at
}

/** Changes each row until the log has so many bytes. */
async function fillLog({ sql, engine, dir }: Setup, bytes: number) {
  const before = await sizeOf(dir)
  let updates = 0
  for (let size = 0; size < bytes; updates++) {
    await sql`update items set body = md5(random()::text || id::text) || substr(body, 33)`
    await atRest(engine.pid)
    size = (await sizeOf(dir)) - before
    if (updates > 10 && size === 0) throw new Error('the log does not grow')
  }
  note(`${updates} changes of each row, ${(((await sizeOf(dir)) - before) / 1e6).toFixed(0)} MB of log`)
}

async function sizeOf(dir: string): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/** Reads on from there: each row's last change. @throws when the client has to read its shape anew (409), or gets another number of changes */
async function goOn({ engine }: Setup, company: number, from: Position) {
  const connection = new Connection(engine.port)
  const { changes } = await readUpToDate(connection, companyShape(company), { from, count: true })
  connection.close()
  if (changes !== rowsEach) throw new Error(`after recovery a client got ${changes} changes instead of ${rowsEach}`)
}
