// `pnpm bench:whatsapp`: the worker's figures, one line each. `--runs N`, `--sessions N` for a smaller machine.
import { parseArgs } from 'node:util'
import { print } from '../../scripts/figure.ts'
import { inboundLatencies, inboundRate } from './inbound.ts'
import { outboundRate } from './outbound.ts'
import { memoryPerSession, reopenSeconds } from './sessions.ts'
import { growTo, note, startWorld } from './world.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, sessions: { type: 'string', default: '100' } },
})
const [runs, sessions] = [Number(values.runs), Number(values.sessions)]
const busySessions = Math.min(20, sessions)
const latencyCount = 200

const world = await startWorld()
const empty = world.worker.memory()
note(`a worker without sessions: ${empty.toFixed(0)} MB`)
await growTo(world, busySessions)
const some = world.lines.slice(0, busySessions)

const inbound = await several(() => inboundRate(world, some))
print({ name: 'whatsapp_inbound', unit: 'messages/s', samples: inbound, aim: '300', reference: '–' })
const outbound = await several(() => outboundRate(world, some))
print({ name: 'whatsapp_outbound', unit: 'messages/s', samples: outbound, aim: '100', reference: '–' })
const latencies = await inboundLatencies(world, some, latencyCount)
print({ name: 'whatsapp_phone_to_row', unit: 'ms', samples: latencies, aim: '–', reference: '–' })

await growTo(world, sessions)
const reopened: number[] = []
const weights: number[] = []
for (let run = 0; run < runs; run++) {
  reopened.push(await reopenSeconds(world))
  weights.push(await memoryPerSession(world, empty))
}
print({ name: `whatsapp_reopen_${sessions}`, unit: 's', samples: reopened, aim: '4', reference: '–' })
print({
  name: `whatsapp_session_memory_${sessions}`,
  unit: 'MB',
  samples: weights,
  aim: '5',
  reference: '60–80 (WAHA)',
})
process.exit(0)

/** After one run that only warms up. */
async function several(measure: () => Promise<number>) {
  await measure()
  const samples: number[] = []
  for (let run = 0; run < runs; run++) samples.push(await measure())
  return samples
}
