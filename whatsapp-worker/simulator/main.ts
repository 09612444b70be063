// The simulator as a process: `node whatsapp-worker/simulator/main.ts`.
// SIMULATOR_PORT (8790) and SIMULATOR_STATE (.data/simulator.json) choose where; SIGTERM and SIGINT save and stop. With SIMULATOR_CABLE=1 the
// page can pull the network between app and server: the parent process, which holds it, is told.

import { exitWithParent } from 'db/node/exit-with-parent.ts'
import { seedPhones } from './seed.ts'
import { startSimulator } from './simulator.ts'

// libsignal prints sessions, private keys included, to the console; this process itself writes to stdout and stderr only.
for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = () => {}

// What phones wrote and sent lies beside the installation's own data.
process.umask(0o077)
let pulled = false
const lent = process.env['SIMULATOR_CABLE'] === '1' && process.send !== undefined
const cable = {
  isPulled: () => pulled,
  set(next: boolean) {
    pulled = next
    process.send?.({ cable: { pulled } })
  },
}
const simulator = await startSimulator({
  port: Number(process.env['SIMULATOR_PORT'] ?? 8790),
  stateFile: process.env['SIMULATOR_STATE'] ?? '.data/simulator.json',
  cable: lent ? cable : null,
})
seedPhones(simulator)

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void simulator.stop().then(() => process.exit(0))
  })
}

exitWithParent()
process.stdout.write(`simulator listening on ${simulator.adminUrl}\n`)
