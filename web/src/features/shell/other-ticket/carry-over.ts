// From a ticket that the server did not open to the one that is open. Invariant: what was written is in its new place before it leaves
// the old one, and the refused ticket goes last, since what waits for it would be sent without it.
import { dropAllChosen, moveChosen, returnFile } from '../../../desk/files/chosen-files.ts'
import { dropDraft, moveDraft, returnToDraft } from '../../../lib/data/drafts.ts'
import { discardEntry, mediaOf, retryEntry } from '../../../sync/client.ts'
import type { Draft, Written } from './written.ts'

interface Refused {
  entryId: string
  ticketId: string
  written: Written
}

/** Texts and files to the composer of `to`, to be sent by who reads them again; the rest is sent there. */
export async function carryOver({ entryId, ticketId, written }: Refused, to: string): Promise<void> {
  moveDraft(ticketId, to)
  moveChosen(ticketId, to)
  // Each goes above those that are there.
  for (const { entry, draft } of written.drafts.toReversed()) {
    if (await returned(to, entry.id, draft)) await discardEntry(entry.id)
    else await retryEntry(entry.id, { ...entry.args, ticketId: to })
  }
  for (const { id, args } of written.others) await retryEntry(id, { ...args, ticketId: to })
  for (const { id } of written.moot) await discardEntry(id)
  await discardEntry(entryId)
}

/** False: its file can't be read here, so that it is better sent than taken back. */
async function returned(to: string, id: string, { text, file }: Draft): Promise<boolean> {
  const blob = file && (await mediaOf(file.hash).catch(() => undefined))
  if (file && !blob) return false
  if (text !== '') returnToDraft(to, text)
  if (file && blob) returnFile(to, { id, blob, media: file })
  return true
}

/** With all that was written in it. */
export async function discardAll({ entryId, ticketId, written }: Refused): Promise<void> {
  dropDraft(ticketId)
  dropAllChosen(ticketId)
  const { drafts, others, moot } = written
  for (const { id } of [...drafts.map(({ entry }) => entry), ...others, ...moot]) await discardEntry(id)
  await discardEntry(entryId)
}
