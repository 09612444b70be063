// What is told again and again, gathered: the first time at once, then no oftener than every so many ms, and always the last of it.

export interface Gathering<News> {
  /** Is told when its time comes, unless something newer is by then. */
  owe(news: News): void
  /** There may be no later: what is owed is told now, but for a first that has not had its moment. */
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
  let owed: { news: News; isFirst: boolean; callOff: () => void } | undefined
  let toldAt = Number.NEGATIVE_INFINITY

  const after = (ms: number) => {
    const timer = setTimeout(tellOwed, ms)
    return () => clearTimeout(timer)
  }

  function drop() {
    owed?.callOff()
    owed = undefined
  }

  function tellOwed() {
    const due = owed
    drop()
    if (!due) return
    toldAt = performance.now()
    tell(due.news)
  }

  return {
    owe(news) {
      const ms = toldAt + everyMs - performance.now()
      const isFirst = ms <= 0
      owed = owed ? { ...owed, news } : { news, isFirst, callOff: isFirst ? soon(tellOwed) : after(ms) }
    },
    settle: () => (owed?.isFirst ? drop() : tellOwed()),
    drop,
  }
}
