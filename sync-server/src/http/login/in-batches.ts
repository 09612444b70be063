// Questions to Postgres that every request asks, asked for many requests at once: the busier the server, the fewer of them.
import { setImmediate } from 'node:timers/promises'

/** In one question. */
const most = 500

/**
 * `ask` is called with what came since it was called the last time, once that is answered, and resolves with how to find each one's answer.
 * Invariant: nobody gets an answer to a question that was asked before they came. @throws whatever `ask` does
 */
export function inBatches<Key, Answer>(ask: (keys: readonly Key[]) => Promise<(key: Key) => Answer>) {
  let gathering: { keys: Key[]; answers: Promise<(key: Key) => Answer> } | null = null
  let answered: Promise<unknown> = Promise.resolve()

  async function askNext(keys: readonly Key[], before: Promise<unknown>) {
    await before
    // Whoever comes in the same turn is in it, too.
    await setImmediate()
    if (gathering?.keys === keys) gathering = null
    return ask(keys)
  }

  function gather() {
    const keys: Key[] = []
    const answers = askNext(keys, answered)
    answered = answers.catch(() => undefined)
    return { keys, answers }
  }

  return async (key: Key): Promise<Answer> => {
    if (!gathering || gathering.keys.length === most) gathering = gather()
    const { keys, answers } = gathering
    keys.push(key)
    return (await answers)(key)
  }
}
