// The same wish twice. A button is tapped again when nothing seems to come of it: what waits already is not put beside itself, and who tries
// what was refused once more means that in the place of the refused one. Pure.
import { rowOf } from 'db/kit/hold.ts'
import { refusalKindOf } from 'db/mutations.ts'
import { isEqual } from '../kit/is-equal.ts'
import type { NewEntry, OutboxEntry } from './outbox.ts'

export interface Repeats {
  /** Waits already and says the same: the new one need not be. */
  same: OutboxEntry | undefined
  /** Refused ones whose place the new one takes. */
  replaced: readonly OutboxEntry[]
}

type Wish = Pick<NewEntry, 'name' | 'args'>

/** What makes a row is new each time: its outbox need not be read. */
export const mayRepeat = ({ name }: Pick<Wish, 'name'>): boolean => refusalKindOf(name) !== 'row'

/** `entries`: the user's, in order. */
export function repeatsOf(wish: Wish, entries: readonly OutboxEntry[]): Repeats {
  const replaced = entries.filter((entry) => entry.state === 'refused' && isReplaced(entry, wish))
  if (!isStep(wish)) return { same: undefined, replaced }
  const last = entries.findLast((entry) => entry.state === 'waiting' && isStep(entry) && isOfRow(entry, wish))
  return { same: last && isSame(last, wish) ? last : undefined, replaced }
}

/** A step whose author has decided otherwise since, seeing how the row stands, is wished no more, unless it says more than which row it is of. */
function isReplaced(refused: OutboxEntry, wish: Wish): boolean {
  if (isSame(refused, wish)) return true
  if (!isStep(wish) || !isStep(refused) || !isOfRow(refused, wish)) return false
  return refused.name === wish.name || Object.keys(refused.args).length === 1
}

const isStep = ({ name }: Wish) => refusalKindOf(name) === 'step'
const isOfRow = (one: Wish, other: Wish) => rowOf(one.args) !== undefined && rowOf(one.args) === rowOf(other.args)
const isSame = (one: Wish, other: Wish) => one.name === other.name && isEqual(one.args, other.args)
