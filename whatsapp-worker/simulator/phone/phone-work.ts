// A phone does one thing at a time: each task starts when the one before it has ended, whatever became of that.

import { createTurns } from 'db/kit/turns.ts'
import { reportFailure } from '../report-failure.ts'

export class PhoneWork {
  readonly #turns = createTurns()
  readonly #name: string
  readonly #changed: () => void

  constructor(name: string, changed: () => void) {
    this.#name = name
    this.#changed = changed
  }

  inTurn<T>(task: () => Promise<T>): Promise<T> {
    return this.#turns(async () => {
      try {
        return await task()
      } finally {
        this.#changed()
      }
    })
  }

  inBackground(task: () => Promise<void>) {
    this.inTurn(task).catch((error: unknown) => reportFailure(this.#name, error))
  }

  async done() {
    await this.#turns(async () => {})
  }
}
