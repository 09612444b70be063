// One job after the other, each in parts: within a turn while it is short, over several turns when it is long, so that others are served.
export type Step = Promise<unknown> | undefined

/** A job yields where it may be interrupted, or what it has to wait for. */
export type Job = Generator<Step, void, unknown>

export class Jobs {
  private readonly queue: { job: () => Job; current: Job | null; end(): void }[] = []
  private readonly turnMs: number
  private readonly onFailure: (error: unknown) => void
  private running = false
  private stopped = false

  constructor(turnMs: number, onFailure: (error: unknown) => void) {
    this.turnMs = turnMs
    this.onFailure = onFailure
  }

  /** Runs at once when there is no other and it is short. Resolves when it is done; never, when it fails. */
  add(job: () => Job): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.queue.push({ job, current: null, end: resolve })
    if (!this.running) this.run(undefined)
    return promise
  }

  stop() {
    this.stopped = true
  }

  private run(given: unknown) {
    this.running = true
    const until = performance.now() + this.turnMs
    let input = given
    try {
      for (let next = this.queue[0]; next && !this.stopped; next = this.queue[0]) {
        next.current ??= next.job()
        const { done = false, value } = next.current.next(input)
        input = undefined
        if (done) {
          this.queue.shift()
          next.end()
        } else if (value) return void value.then((result) => this.run(result), this.fail)
        if (performance.now() >= until && this.queue.length > 0) return void setImmediate(() => this.run(undefined))
      }
      this.running = false
    } catch (error) {
      this.fail(error)
    }
  }

  private readonly fail = (error: unknown) => {
    this.stopped = true
    this.onFailure(error)
  }
}
