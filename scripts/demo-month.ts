// `pnpm demo:month [--seed N]`: 40 days of invented work in the demo's bakery: 3,000 tickets with 60,000 messages. Beside a product that runs, or
// before it is started.
import { parseArgs } from 'node:util'
import { makeDemoMonth } from '../db/src/node/demo-month/demo-month.ts'
import { seedDemo } from '../db/src/node/seed.ts'
import { openDataFolder } from './installation/data-folder.ts'
import { withInstalledDatabase } from './installation/installed-database.ts'
import { loadSecrets } from './installation/secrets.ts'
import { endWith } from './told-problem.ts'

await endWith(async () => {
  const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
  const postgresInside = process.env['DATABASE_URL'] === undefined
  if (postgresInside) {
    openDataFolder({ postgresInside })
    // What marks the folder as an installation's.
    await loadSecrets()
  }
  await withInstalledDatabase(async (url) => {
    await seedDemo(url)
    const from = Date.now()
    const made = await makeDemoMonth(url, { seed: Number(values.seed) })
    const told = Object.entries(made).map(([table, count]) => `${count} ${table}`)
    console.log(`${told.join(', ')} in ${((Date.now() - from) / 1000).toFixed(1)} s`)
  })
})
