// Which calls must wait because an earlier one, whose row they name, was refused. Used by the server within a batch and by the
// device over its outbox, so that both hold back the same. Pure.

export interface HoldableCall {
  id: string
  args: unknown
}

export interface Hold {
  /** What names this call's row waits from now on. */
  refuse(call: HoldableCall): void
  /** Id of the refused call that this one waits for; what names this one's row then waits too. Ask in order. */
  holderOf(call: HoldableCall): string | undefined
}

export function createHold(): Hold {
  /** Row → the refused call that keeps it. */
  const rows = new Map<string, string>()

  function keep({ args }: HoldableCall, holder: string) {
    const row = rowOf(args)
    if (row !== undefined) rows.set(row, holder)
  }

  return {
    refuse: (call) => keep(call, call.id),
    holderOf(call) {
      if (rows.size === 0) return undefined
      const holder = textsIn(call.args)
        .map((text) => rows.get(text))
        .find((id) => id !== undefined)
      if (holder !== undefined) keep(call, holder)
      return holder
    },
  }
}

/** The row that a mutation makes or changes: by convention its argument `id`. */
export function rowOf(args: unknown): string | undefined {
  return isRecord(args) && typeof args['id'] === 'string' ? args['id'] : undefined
}

/** However deep they are: what is too deep is refused only when its turn comes. */
function textsIn(value: unknown): string[] {
  const texts: string[] = []
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') texts.push(next)
    else if (isRecord(next)) for (const inner of Object.values(next).toReversed()) left.push(inner)
  }
  return texts
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
