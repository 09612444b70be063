// The engine's state as Prometheus reads it.

export interface EngineStats {
  status: 'starting' | 'waiting' | 'active'
  /** What needs a hand; null when all is well. */
  alarm: string | null
  shapes: number
  /** Long-polls and event streams. */
  waiting: number
  logBytes: number
  snapshotBytes: number
  /** Bytes of WAL that Postgres keeps for the replication slot; null until the slot was looked at, or when it is not there. */
  retainedBytes: number | null
}

export function metricsOf({
  status,
  alarm,
  shapes,
  waiting,
  logBytes,
  snapshotBytes,
  retainedBytes,
}: EngineStats): string {
  const gauges: [name: string, help: string, value: number | null][] = [
    ['active', '1 while changes are being followed', status === 'active' ? 1 : 0],
    ['alarm', '1 while something needs a hand', alarm === null ? 0 : 1],
    ['shapes', 'Shapes that clients may follow', shapes],
    ['waiting_requests', 'Long-polls and event streams that wait for changes', waiting],
    ['log_bytes', 'Change log on disk', logBytes],
    ['snapshot_bytes', 'Snapshots on disk', snapshotBytes],
    ['retained_wal_bytes', 'WAL that Postgres keeps for the replication slot', retainedBytes],
  ]
  return gauges
    .filter(([, , value]) => value !== null)
    .map(
      ([name, help, value]) => `# HELP shapes_${name} ${help}\n# TYPE shapes_${name} gauge\nshapes_${name} ${value}\n`,
    )
    .join('')
}
