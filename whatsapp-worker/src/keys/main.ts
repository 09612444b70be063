// Seals what the database keeps with the key in SESSION_KEYS_SECRET, and ends; 1 when something still needs a former key. For servers
// whose settings are the environment's; `pnpm keys:rotate` is for one machine. docs/operations.md has the order of steps.
import { endOnFailure } from 'db/node/end-on-failure.ts'
import { databaseUrl, readSettings } from 'db/node/settings.ts'
import { keySettings, ringOf } from 'db/node/keys/settings.ts'
import * as v from 'valibot'
import { rotateAndReport } from './report.ts'

endOnFailure()
const env = readSettings(v.object({ DATABASE_URL: databaseUrl, ...keySettings }), process.env)
if (!(await rotateAndReport(env.DATABASE_URL, ringOf(env), console.log))) process.exitCode = 1
