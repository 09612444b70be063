// The doctor where settings are the environment's, as in compose: `docker compose run --rm worker node db/src/node/doctor/main.ts`. Ends with 1
// when something is wrong. `pnpm run doctor` is for one machine.
import { endOnFailure } from '../end-on-failure.ts'
import { error } from './finding.ts'
import { examineAndTell, repairFlag, repairNumbers } from './doctor.ts'

endOnFailure()
const env = process.env
const url = env['DATABASE_URL']
if (url && process.argv.includes(repairFlag)) await repairNumbers(url, console.log)
const well = await examineAndTell(
  {
    env,
    database: url ? { url } : { problem: error('DATABASE_URL falta', 'rode onde servidor e worker rodam') },
    places: {
      folders: { arquivos: env['MEDIA_DIR'] ?? '.', temporários: '/tmp' },
      privateFolder: null,
      serverUrl: env['PUBLIC_URL'] ?? null,
    },
  },
  console.log,
)
process.exit(well ? 0 : 1)
