// The shortest history that still breaks the same law, by delta debugging: parts are left out, large ones first, as long as
// there is time. Network and processes have their own timing, so a failure that hides is given a second chance.
import type { History, Step } from './history.ts'

export interface ShrinkOptions {
  history: History
  /** Whether the same law breaks. */
  fails(history: History): Promise<boolean>
  budgetMs: number
}

export async function shrink({ history, fails, budgetMs }: ShrinkOptions): Promise<History> {
  const end = Date.now() + budgetMs
  let { steps } = history
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = nextSize(size)) {
    for (let at = 0; at < steps.length && Date.now() < end;) {
      const fewer: readonly Step[] = [...steps.slice(0, at), ...steps.slice(at + size)]
      if (await fails({ ...history, steps: fewer })) steps = fewer
      else at += size
    }
  }
  return { ...history, steps }
}

const nextSize = (size: number) => (size === 1 ? 0 : Math.ceil(size / 2))
