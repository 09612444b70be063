// The embedded Postgres as a process of its own: Ctrl-C in the terminal does not reach it, so it can stop last.
// Tells its parent {url}, which is the superuser's, once the database is there.
import closeWithGrace from 'close-with-grace'
import { createDatabase, startEmbeddedPostgres } from './embedded-postgres.ts'
import { exitWithParent } from '../exit-with-parent.ts'

const folder = process.argv[2]
if (!folder) throw new Error('usage: postgres-main.ts FOLDER')
const server = await startEmbeddedPostgres(folder)
await createDatabase(server, 'balcao')
closeWithGrace({ delay: 30_000 }, () => server.stop())
exitWithParent()
process.send?.({ url: server.url('balcao') })
// The IPC channel alone must not be what keeps this process alive.
setInterval(() => {}, 60_000)
