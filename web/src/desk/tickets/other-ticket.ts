// A ticket that the server did not open, because its contact has one already: whose that is, and where.
import type { OpenTicket } from 'db/tickets/queries.ts'
import { t } from '@lingui/core/macro'
import * as v from 'valibot'
import type { OutboxEntry } from '../../sync/client.ts'
import { codeMessage } from '../../lib/text/error-message.ts'

const named = v.object({ name: v.nullish(v.string()) })
const schema = v.object({ ticketId: v.string(), userId: v.nullish(v.string()), user: named, queue: named })

/** By which a ticket becomes open, of the contact and connection that it names or has. */
const openings: ReadonlySet<string> = new Set(['ticket.create', 'ticket.reopen'])

/** The one that an entry was refused for; null: it was not, or for something else. */
export function otherTicketIn({
  name,
  state,
  code,
  details,
}: Pick<OutboxEntry, 'name' | 'state' | 'code' | 'details'>): OpenTicket | null {
  if (!openings.has(name) || state !== 'refused' || code !== 'ERR_OTHER_OPEN_TICKET') return null
  const result = v.safeParse(schema, details)
  if (!result.success) return null
  const { ticketId, userId, user, queue } = result.output
  return { ticketId, userId: userId ?? null, userName: user.name ?? null, queueName: queue.name ?? null }
}

export const otherTicketWords = ({ userName, queueName }: OpenTicket): string =>
  codeMessage('ERR_OTHER_OPEN_TICKET', { user: { name: userName }, queue: { name: queueName } })

/** What can be done about one that this person does not see. */
export const unseenTicketWords = (): string =>
  t`Você não vê esse atendimento. Quem o vê pode transferi-lo para você; quando ele for encerrado, tente de novo.`

const answered = new Set<string>()

/** New tickets whose refusal is told where they were asked for, and so nowhere else. Call what it returns when that place is gone. */
export function tellRefusalHere(ticketId: string): () => void {
  answered.add(ticketId)
  return () => answered.delete(ticketId)
}

export const isRefusalToldHere = (ticketId: unknown) => typeof ticketId === 'string' && answered.has(ticketId)
