// The same in Prometheus' text format. Companies are told by their ids: names are nobody's outside.
import { delayBounds } from 'db/kit/histogram.ts'
import type { Bucket, State } from './figures.ts'

type Labels = Record<string, string>
type Sample = [labels: Labels, value: number]

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const line = (name: string, labels: Labels, value: number) => {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
}

const gauge = (name: string, help: string, samples: readonly Sample[]) =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${samples.map(([labels, value]) => line(name, labels, value)).join('')}`

const alone = (value: number): Sample[] => [[{}, value]]

export function metricsText(state: State, delays: readonly Bucket[]): string {
  const ofQueues = (value: (queue: State['queues'][number]) => number) =>
    state.queues.map((queue): Sample => [{ queue: queue.name }, value(queue)])
  const ofSlots = (value: (slot: State['slots'][number]) => number) =>
    state.slots.map((slot): Sample => [{ slot: slot.name }, value(slot)])
  return [
    delaysText(delays),
    gauge(
      'balcao_queue_due',
      'Jobs whose time has come',
      ofQueues(({ due }) => due),
    ),
    gauge(
      'balcao_queue_oldest_seconds',
      'Since the oldest of them was due',
      ofQueues(({ oldest }) => oldest),
    ),
    gauge(
      'balcao_queue_failed',
      'Jobs given up within a day',
      ofQueues(({ failed }) => failed),
    ),
    gauge(
      'balcao_wal_kept_bytes',
      'WAL that Postgres keeps for a slot',
      ofSlots(({ kept }) => kept),
    ),
    gauge(
      'balcao_slot_active',
      '1 while somebody reads it',
      ofSlots(({ active }) => Number(active)),
    ),
    gauge(
      'balcao_connections',
      'WhatsApp connections by status',
      state.connections.map(({ status, count }): Sample => [{ status }, count]),
    ),
    gauge('balcao_leases', 'Connections that a worker holds', alone(state.leases)),
    gauge('balcao_workers', 'Workers that hold any', alone(state.workers)),
    gauge('balcao_push_devices', 'Devices that are notified', alone(state.devices)),
    gauge('balcao_push_failing_devices', 'Those that could not be the last time', alone(state.failingDevices)),
    gauge('balcao_database_bytes', 'Size of the database', alone(state.databaseBytes)),
    gauge('process_resident_memory_bytes', 'Memory of this server', alone(state.memoryBytes)),
    gauge('nodejs_heap_size_used_bytes', 'Of it, objects', alone(state.heapBytes)),
    gauge(
      'nodejs_eventloop_lag_p99_seconds',
      'How long one thing holds up all others',
      alone(state.loopDelayMs / 1000),
    ),
  ].join('')
}

function delaysText(delays: readonly Bucket[]): string {
  const name = 'balcao_delay_seconds'
  const series = Map.groupBy(delays, ({ companyId, kind }) => `${companyId} ${kind}`)
  const lines = [...series.values()].flatMap((buckets) => {
    const [first] = buckets
    if (!first) return []
    const labels = { kind: first.kind, company: first.companyId }
    const upTo = (place: number) => buckets.reduce((sum, { bucket, count }) => (bucket <= place ? sum + count : sum), 0)
    const all = upTo(delayBounds.length)
    const total = buckets.reduce((sum, { totalMs }) => sum + totalMs, 0)
    return [
      ...delayBounds.map((bound, place) =>
        line(`${name}_bucket`, { ...labels, le: String(bound / 1000) }, upTo(place)),
      ),
      line(`${name}_bucket`, { ...labels, le: '+Inf' }, all),
      line(`${name}_sum`, labels, total / 1000),
      line(`${name}_count`, labels, all),
    ]
  })
  return `# HELP ${name} in: WhatsApp to row, device: row to device, ack: sent to acknowledged\n# TYPE ${name} histogram\n${lines.join('')}`
}
