// Brings the database at DATABASE_URL up to date, then ends: the one-shot service `migrate` of compose.yaml.
import { migrate } from './migrate.ts'

const url = process.env['DATABASE_URL']
if (!url) throw new Error('DATABASE_URL is missing')
const applied = await migrate(url)
console.log(applied.length === 0 ? 'nothing to migrate' : `applied ${applied.join(', ')}`)
