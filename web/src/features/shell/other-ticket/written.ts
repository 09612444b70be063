// What was written into a ticket that the server did not open: nothing of it is given up with the ticket. Pure.
import { editOf, type EntryEdit } from '../outbox/entry-editors.ts'
import type { OutboxEntry } from '../../../sync/client.ts'

export type Draft = Extract<EntryEdit, { kind: 'draft' }>

export interface Written {
  /** Messages that a composer can take back, in order. */
  drafts: readonly { entry: OutboxEntry; draft: Draft }[]
  /** What a composer can't, and belongs to the conversation all the same: recordings, places, notes. */
  others: readonly OutboxEntry[]
  /** About the ticket itself: without it there is nothing to be done. */
  moot: readonly OutboxEntry[]
}

/** `held`: what waits for the refused ticket. */
export function writtenIn(ticketId: string, held: readonly OutboxEntry[]): Written {
  const belongs = held.filter(({ args }) => args['ticketId'] === ticketId)
  const drafts = belongs.flatMap((entry) => {
    const edit = editOf(entry)
    return edit?.kind === 'draft' ? [{ entry, draft: edit }] : []
  })
  const others = belongs.filter((entry) => !drafts.some((each) => each.entry === entry))
  return { drafts, others, moot: held.filter((entry) => !belongs.includes(entry)) }
}
