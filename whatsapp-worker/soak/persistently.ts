// A check's own questions to a Postgres that is killed now and then: a connection of before it may break at any later question.
import { setTimeout as delay } from 'node:timers/promises'

const most = 600
const pauseMs = 100

/** The answer, after as many attempts as it takes for a Postgres to come back. @throws what the last one did. */
export async function persistently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await ask()
    } catch (error) {
      if (attempts >= most) throw error
      await delay(pauseMs)
    }
  }
}
