// `pnpm demo:month [--seed N]`: 40 days of invented work in the demo's bakery: 3,000 tickets with 60,000 messages. Beside a product that runs, or
// before it is started.
import { parseArgs } from 'node:util'
import { makeDemoMonth } from '../db/src/node/demo-month/demo-month.ts'
import { seedDemo } from '../db/src/node/seed.ts'
import { openDataFolder } from './installation/data-folder.ts'
import { withInstalledDatabase } from './installation/installed-database.ts'
import { loadSecrets } from './installation/secrets.ts'

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const postgresInside = process.env['DATABASE_URL'] === undefined
if (postgresInside) {
  openDataFolder({ postgresInside })
  // What marks the folder as an installation's.
  await loadSecrets()
}
const code = await withInstalledDatabase(async (url) => {
  await seedDemo(url)
  const from = Date.now()
  const made = await makeDemoMonth(url, { seed: Number(values.seed) })
  const told = Object.entries(made).map(([table, count]) => `${count} ${table}`)
  console.log(`${told.join(', ')} in ${((Date.now() - from) / 1000).toFixed(1)} s`)
  return 0
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
// Said at once: the embedded Postgres' own hooks at the end would make it 0.
process.exit(code)
