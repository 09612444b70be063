// Which calls must wait because an earlier one was refused. Used by the server within a batch and by the device over its outbox, so that
// both hold back the same. Invariant: a call that only changes a row holds back nothing that merely names the row, such as a message. Pure.

/**
 * Which later calls a refusal concerns.
 * - `row`: it may have made its row, so all that names the row waits.
 * - `edit`: it changed fields of its row; later edits of the row wait, since they were made on top of it.
 * - `step`: it was a step in the life of its row; later steps of the row were taken because of it, and fail with it.
 * - `alone`: none.
 */
export type Refusal = 'row' | 'edit' | 'step' | 'alone'

export interface HoldableCall {
  id: string
  name: string
  args: unknown
}

export interface Hold {
  /** What depends on this call waits from now on. */
  refuse(call: HoldableCall): void
  /** Id of the refused call that this one waits for; what depends on this one then waits too. Ask in order. */
  holderOf(call: HoldableCall): string | undefined
}

/** `refusalOf`: by the name of a mutation. */
export function createHold(refusalOf: (name: string) => Refusal): Hold {
  const rows = new Map<string, { holder: string; refusal: Refusal }>()

  function keep({ args, name }: HoldableCall, holder: string) {
    const [row, refusal] = [rowOf(args), refusalOf(name)]
    if (row === undefined || refusal === 'alone' || rows.get(row)?.refusal === 'row') return
    rows.set(row, { holder, refusal })
  }

  return {
    refuse: (call) => keep(call, call.id),
    holderOf(call) {
      if (rows.size === 0) return undefined
      const [own, refusal] = [rowOf(call.args), refusalOf(call.name)]
      const holder = textsIn(call.args)
        .map((text) => {
          const kept = rows.get(text)
          return kept?.refusal === 'row' || (text === own && kept?.refusal === refusal) ? kept.holder : undefined
        })
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
