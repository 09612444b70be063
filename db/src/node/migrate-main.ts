// Brings the database at DATABASE_URL up to date, then ends: the one-shot service `migrate` of compose.yaml.
import * as v from 'valibot'
import { endOnFailure } from './end-on-failure.ts'
import { migrate } from './migrate.ts'
import { databaseUrl, readSettings } from './settings.ts'

endOnFailure()
const { DATABASE_URL: url } = readSettings(v.object({ DATABASE_URL: databaseUrl }), process.env)
const applied = await migrate(url)
console.log(applied.length === 0 ? 'nothing to migrate' : `applied ${applied.join(', ')}`)
