// `pnpm keys:rotate [--all]`: seals what the database keeps with another key (decision 0033). On one machine it makes the new key itself and keeps
// both in secrets.json until nothing needs the former one; where the environment has SESSION_KEYS_SECRET, keys are its business.
// `--all` makes another JWT_SECRET and another pair for notifications afterwards.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { rotateAndReport } from '../whatsapp-worker/src/keys/report.ts'
import { ringFrom } from '../db/src/node/keys/settings.ts'
import { openDataFolder } from './installation/data-folder.ts'
import { withInstalledDatabase } from './installation/installed-database.ts'
import { dataFolder } from './paths.ts'
import { endWith } from './told-problem.ts'
import { beginNewKey, forgetFormerKeys, renewOtherSecrets } from './installation/secrets.ts'

await endWith(async () => {
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
  const isOurs = process.env['SESSION_KEYS_SECRET'] === undefined
  const postgresInside = process.env['DATABASE_URL'] === undefined
  if (isOurs && !existsSync(`${dataFolder}/secrets.json`)) {
    throw new Error(`there is no installation in ${dataFolder}`)
  }
  if (isOurs || postgresInside) openDataFolder({ postgresInside })
  const ring = ringFrom(isOurs ? await beginNewKey() : process.env)
  const isDone = await withInstalledDatabase((url) => rotateAndReport(url, ring, console.log))
  if (isOurs && isDone) await forgetFormerKeys()
  if (isOurs && isDone && values.all) {
    await renewOtherSecrets()
    console.log(
      'JWT_SECRET and the keys for notifications are others too: start the installation anew, and everybody logs in again.',
    )
  }
  if (isOurs && !isDone)
    console.log('Both keys are in secrets.json: start the installation anew with them, then run this again.')
  if (!isDone) process.exitCode = 1
})
