// A worker's process. Each start is another owner of leases, as after a real crash.
import { movedClock } from './moved-clock.ts'
import { Part, type PartSettings } from './part.ts'

export class Worker extends Part {
  readonly #starts: { count: number }

  constructor(
    name: string,
    env: Record<string, string>,
    { onFailure, logs }: Pick<PartSettings, 'onFailure' | 'logs'>,
    clockOffset?: () => number,
  ) {
    const starts = { count: 0 }
    super({
      name,
      file: 'whatsapp-worker/src/main.ts',
      ready: 'worker ready',
      env: () => {
        starts.count += 1
        const moved = clockOffset && movedClock(clockOffset())
        return { ...env, ...moved, WORKER_ID: `${name} ${starts.count}` }
      },
      onFailure,
      logs,
    })
    this.#starts = starts
  }

  /** How it is called in the leases that it holds now. */
  get owner() {
    return `${this.name} ${this.#starts.count}`
  }
}
