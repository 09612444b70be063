// Seals what the database keeps with the key in SESSION_KEYS_SECRET, and ends; 1 when something still needs a former key. For servers
// whose settings are the environment's; `pnpm keys:rotate` is for one machine. docs/operations.md has the order of steps.
import { createLogger } from 'db/node/log.ts'
import { rotateAndReport } from './report.ts'
import { ringFrom } from 'db/node/keys/settings.ts'

try {
  const url = process.env['DATABASE_URL']
  if (!url) throw new Error('DATABASE_URL is missing')
  if (!(await rotateAndReport(url, ringFrom(process.env), console.log))) process.exitCode = 1
} catch (err) {
  createLogger('error').error({ err }, 'keys not rotated')
  process.exitCode = 1
}
