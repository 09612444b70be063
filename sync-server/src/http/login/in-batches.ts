// Questions to Postgres that every request asks, asked for many requests at once: the busier the server, the fewer of them.
import { setImmediate } from 'node:timers/promises'

/** In one question. */
const most = 500
/** Questions that may be out: a connection that is stuck holds up those who are in its question, and nobody else. */
const atOnce = 2

/**
 * `ask` is called with what came while it could not be called, and resolves with how to find each one's answer.
 * Invariant: nobody gets an answer to a question that was asked before they came. @throws whatever `ask` does
 */
export function inBatches<Key, Answer>(ask: (keys: readonly Key[]) => Promise<(key: Key) => Answer>) {
  let gathering: { keys: Key[]; answers: Promise<(key: Key) => Answer> } | null = null
  let out = 0
  const waiting: (() => void)[] = []

  async function askNext(keys: readonly Key[]) {
    if (out < atOnce) out++
    else await new Promise<void>((goOn) => waiting.push(goOn))
    // Whoever comes in the same turn is in it, too.
    await setImmediate()
    if (gathering?.keys === keys) gathering = null
    try {
      return await ask(keys)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else out--
    }
  }

  return async (key: Key): Promise<Answer> => {
    if (!gathering || gathering.keys.length === most) {
      const keys: Key[] = []
      gathering = { keys, answers: askNext(keys) }
    }
    const { keys, answers } = gathering
    keys.push(key)
    return (await answers)(key)
  }
}
