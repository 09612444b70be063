// The shortest history that still breaks the same law, by delta debugging: first all steps of a client or of a kind are left out,
// then parts, large ones first, as long as there is time. Network and processes have their own timing, so a failure may hide, and
// what is found is not always the shortest there is.
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
  for (const group of groupsOf(steps)) {
    const fewer = steps.filter((step) => !group(step))
    if (fewer.length < steps.length && Date.now() < end && (await fails({ ...history, steps: fewer }))) steps = fewer
  }
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = nextSize(size)) {
    for (let at = 0; at < steps.length && Date.now() < end;) {
      const fewer: readonly Step[] = [...steps.slice(0, at), ...steps.slice(at + size)]
      if (await fails({ ...history, steps: fewer })) steps = fewer
      else at += size
    }
  }
  return { ...history, steps }
}

/** Whose steps or which kinds may not matter. */
function groupsOf(steps: readonly Step[]): ((step: Step) => boolean)[] {
  const clients = new Set(steps.flatMap((step) => ('client' in step ? [step.client] : [])))
  const kinds = new Set(steps.map(({ kind }) => kind))
  return [
    ...[...clients].map((client) => (step: Step) => 'client' in step && step.client === client),
    ...[...kinds].map((kind) => (step: Step) => step.kind === kind),
  ]
}

const nextSize = (size: number) => (size === 1 ? 0 : Math.ceil(size / 2))
