// Work that must not overlap. A turn that fails is its caller's to know of, and keeps nobody behind it from theirs.

/** One job after the other, in the order of asking; the first begins in the turn in which it is asked for. */
export function createTurns(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> | undefined
  return (job) => {
    const result = last ? last.then(job) : (async () => job())()
    const ended = result
      .catch(() => undefined)
      .finally(() => {
        if (last === ended) last = undefined
      })
    last = ended
    return result
  }
}

/** Those of the same key one after the other, those of different keys side by side; a key without work is forgotten. */
export function createTurnsByKey<Key = string>(): <T>(key: Key, job: () => Promise<T>) => Promise<T> {
  const last = new Map<Key, Promise<unknown>>()
  return (key, job) => {
    const result = (last.get(key) ?? Promise.resolve()).then(job)
    const ended = result
      .catch(() => undefined)
      .finally(() => {
        if (last.get(key) === ended) last.delete(key)
      })
    last.set(key, ended)
    return result
  }
}
