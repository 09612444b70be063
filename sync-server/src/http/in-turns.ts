/** Runs jobs of the same key one after the other, those of different keys side by side. */
export function createTurns(): <T>(key: string, job: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, job) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(job, job)
    const done = turn.catch(() => undefined)
    last.set(key, done)
    try {
      return await turn
    } finally {
      if (last.get(key) === done) last.delete(key)
    }
  }
}
