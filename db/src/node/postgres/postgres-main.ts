// The embedded Postgres as a process of its own: Ctrl-C in the terminal does not reach it, so it can stop last.
// Tells its parent {url}, which is the superuser's, once the database is there.
import closeWithGrace from 'close-with-grace'
import { createDatabase, startEmbeddedPostgres } from './embedded-postgres.ts'
import { endOnFailure } from '../end-on-failure.ts'
import { exitWithParent } from '../exit-with-parent.ts'
import { watchPostgres } from './watch-postgres.ts'

const started = endOnFailure()
const folder = process.argv[2]
if (!folder) throw new Error('usage: postgres-main.ts FOLDER')
const server = await startEmbeddedPostgres(folder)
await createDatabase(server, 'balcao')
const watched = watchPostgres(folder, server, {
  onGone: () => console.error('O Postgres parou; a cada 2 s nova tentativa. Disco cheio? `pnpm run doctor` diz.'),
  onBack: () => console.error('O Postgres voltou.'),
})
closeWithGrace({ delay: 30_000 }, () => watched.stop())
started()
exitWithParent()
process.send?.({ url: server.url('balcao') })
// The IPC channel alone must not be what keeps this process alive.
setInterval(() => {}, 60_000)
