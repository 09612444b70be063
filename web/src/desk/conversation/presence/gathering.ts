// What is told again and again, gathered: the first time at once, then no oftener than every so many ms, and always the last of it.

export interface Gathering<News> {
  /** Is told when its time comes, unless something newer is by then. */
  owe(news: News): void
  /** What is owed is told now: there may be no later. */
  settle(): void
  /** What is owed need not be told any more. */
  drop(): void
}

/** `soon`: when the first is told; returns what calls it off. */
export function createGathering<News>(
  tell: (news: News) => void,
  everyMs: number,
  soon: (run: () => void) => () => void,
): Gathering<News> {
  let owed: { news: News } | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  let callOff: (() => void) | undefined

  const after = (ms: number) => {
    const timer = setTimeout(settle, ms)
    return () => clearTimeout(timer)
  }

  function drop() {
    callOff?.()
    callOff = undefined
    owed = undefined
  }

  function settle() {
    const due = owed
    drop()
    if (!due) return
    toldAt = performance.now()
    tell(due.news)
  }

  return {
    owe(news) {
      owed = { news }
      const ms = toldAt + everyMs - performance.now()
      callOff ??= ms > 0 ? after(ms) : soon(settle)
    },
    settle,
    drop,
  }
}
