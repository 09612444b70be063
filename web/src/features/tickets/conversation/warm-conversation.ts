// Asks for a conversation while the pointer rests on its row, and when it is opened, before anything of it is drawn.
import { eventsOf, ticketDetail } from 'db/tickets/queries.ts'
import { idArg } from 'db/kit/args.ts'
import * as v from 'valibot'
import { warmQuery } from '../../../sync/client.ts'
import { newestPage } from './list/page-queries.ts'

/** A database that takes longer is starting, or busy: then the conversation opens empty. */
const patienceMs = 150

/** Resolves when it can be drawn at once, so that what is on the screen stays until then. */
export async function warmConversation(ticketId: string): Promise<void> {
  if (!v.is(idArg, ticketId)) return
  const { promise: late, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, patienceMs)
  await Promise.race([late, warm(ticketId)])
}

const warm = (ticketId: string) =>
  Promise.all([
    warmQuery(ticketDetail({ id: ticketId })),
    warmQuery(newestPage(ticketId)),
    warmQuery(eventsOf({ ticketIds: [ticketId] })),
  ])
