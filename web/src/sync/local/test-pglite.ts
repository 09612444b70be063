// PGlite in memory for tests: initdb once per kind, every further instance starts from its data directory.
import { PGlite } from '@electric-sql/pglite'
import { deviceTables } from 'db/tables.ts'
import { bootFlags } from './boot-flags.ts'
import { columnsOf, localDdl } from './local-schema.ts'

const plainTables = deviceTables.map((table) => {
  const columns = columnsOf(table).map(({ name, type }) => `"${name}" ${type}${name === 'id' ? ' primary key' : ''}`)
  return `create table ${table.name} (${columns.join(', ')});`
})

const ddl = { device: localDdl, server: plainTables.join('\n') }
const templates = new Map<string, Promise<Blob>>()

/** device: with overlays and views; server: the plain tables. */
export async function testPglite(kind: keyof typeof ddl): Promise<PGlite> {
  const template = templates.get(kind) ?? makeTemplate(ddl[kind])
  templates.set(kind, template)
  return PGlite.create({ loadDataDir: await template, startParams: [...PGlite.defaultStartParams, ...bootFlags] })
}

async function makeTemplate(text: string): Promise<Blob> {
  const pg = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] })
  await pg.exec(text)
  const blob = await pg.dumpDataDir('none')
  await pg.close()
  return blob
}
