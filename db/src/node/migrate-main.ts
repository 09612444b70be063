// Brings the database at DATABASE_URL up to date, then ends: the one-shot service `migrate` of compose.yaml.
import { createLogger } from './log.ts'
import { migrate } from './migrate.ts'

const url = process.env['DATABASE_URL']
if (!url) throw new Error('DATABASE_URL is missing')
try {
  const applied = await migrate(url)
  console.log(applied.length === 0 ? 'nothing to migrate' : `applied ${applied.join(', ')}`)
} catch (err) {
  // Thrown on, Node would print it with the row that Postgres quotes.
  createLogger('error').error({ err }, 'not migrated')
  process.exitCode = 1
}
