// A phone does one thing at a time: each task starts when the one before it has ended, whatever became of that.

import { reportFailure } from '../report-failure.ts'

export class PhoneWork {
  #last: Promise<unknown> = Promise.resolve()
  readonly #name: string
  readonly #changed: () => void

  constructor(name: string, changed: () => void) {
    this.#name = name
    this.#changed = changed
  }

  inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => {}).finally(() => this.#changed())
    return result
  }

  inBackground(task: () => Promise<void>) {
    this.inTurn(task).catch((error: unknown) => reportFailure(this.#name, error))
  }

  async done() {
    await this.#last
  }
}
