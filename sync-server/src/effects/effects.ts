// What a mutation causes on the server only, in its own transaction: jobs for the worker.
import { eq } from 'drizzle-orm'
import type { MutationArgs, MutationName } from 'db/mutations.ts'
import { messages } from 'db/messages/table.ts'
import type { ServerTx } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { tickets } from 'db/tickets/table.ts'
import { checkNumber } from './check-number.ts'

type Effect<Name extends MutationName> = (tx: ServerTx, jobs: Jobs, args: MutationArgs<Name>) => Promise<void>

const effects: { [Name in MutationName]?: Effect<Name> } = {
  'ticket.create': (tx, jobs, { contactId, connectionId }) => checkNumber(tx, jobs, contactId, connectionId),
  'message.send': async (tx, jobs, { id, ticketId }) =>
    jobs.sendToConnection(tx, await connectionOf(tx, ticketId), { name: 'message.send', messageId: id }),
  'message.forward': async (tx, jobs, { id, ticketId }) =>
    jobs.sendToConnection(tx, await connectionOf(tx, ticketId), { name: 'message.send', messageId: id }),
  'message.react': wakeActions,
  'message.edit': wakeActions,
  'message.delete': wakeActions,
  'ticket.markRead': async (tx, jobs, { id }) =>
    jobs.sendToConnection(tx, await connectionOf(tx, id), { name: 'message.read', ticketId: id }),
  'contact.create': (tx, jobs, { id }) => checkNumber(tx, jobs, id),
  'contact.update': (tx, jobs, { id }) => checkNumber(tx, jobs, id),
  'contact.importFromPhone': (tx, jobs, { id }) => jobs.sendContactImport(tx, id),
  'connection.start': link,
  'connection.relink': link,
  'connection.delete': (tx, jobs, { id }) => jobs.sendToConnection(tx, id, { name: 'connection.disconnect' }),
  'connection.disconnect': (tx, jobs, { id }) => jobs.sendToConnection(tx, id, { name: 'connection.disconnect' }),
}

/** What is to be done stands in message_actions. */
async function wakeActions(tx: ServerTx, jobs: Jobs, { id }: { id: string }) {
  const [message] = await tx.select({ connectionId: messages.connectionId }).from(messages).where(eq(messages.id, id))
  if (!message) throw new Error('an effect runs after its mutation found the message')
  await jobs.sendToConnection(tx, message.connectionId, { name: 'message.act' })
}

/** For a worker that is free, if there is no session yet, and for the one that holds it. */
async function link(tx: ServerTx, jobs: Jobs, { id }: { id: string }) {
  await jobs.sendStart(tx, id)
  await jobs.sendToConnection(tx, id, { name: 'connection.link' })
}

async function connectionOf(tx: ServerTx, ticketId: string) {
  const [ticket] = await tx.select({ connectionId: tickets.connectionId }).from(tickets).where(eq(tickets.id, ticketId))
  if (!ticket) throw new Error('an effect runs after its mutation found the ticket')
  return ticket.connectionId
}

/** Runs the effect of a mutation that was just applied in `tx`; its args are parsed already. */
export async function runEffect(tx: ServerTx, jobs: Jobs, name: string, args: unknown) {
  const effect = (effects as Record<string, Effect<never> | undefined>)[name]
  await effect?.(tx, jobs, args as never)
}

export interface AutomaticMessage {
  id: string
  connectionId: string
}

/** What the desk itself said in the mutation: a farewell, a greeting. */
export async function sendAutomaticMessages(tx: ServerTx, jobs: Jobs, written: readonly AutomaticMessage[]) {
  for (const { id, connectionId } of written) {
    await jobs.sendToConnection(tx, connectionId, { name: 'message.send', messageId: id })
  }
}
