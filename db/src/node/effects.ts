// Effects (db/src/kit/effects.ts) as jobs for the worker, enqueued in the transaction that causes them: both are there, or neither.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { connections } from '../connections/table.ts'
import type { ConnectionJob } from '../jobs.ts'
import type { Effects } from '../kit/effects.ts'
import type { ServerTx } from './connect.ts'
import type { Jobs } from './jobs.ts'

interface Means {
  jobs: Jobs
  /** Whether this installation notifies devices. */
  notifies: boolean
  /** Of whose mutation it is, where traces are told: what it causes says so. */
  mutationId?: string | undefined
}

/** More than a person does at once; a trace needs no more. */
const mostRows = 50

/** Runs `work`, then enqueues what it caused, each thing once. Resolves with what `work` does. */
export async function withEffects<T>(
  tx: ServerTx,
  { jobs, notifies, mutationId }: Means,
  work: (effects: Effects) => Promise<T>,
): Promise<T> {
  const caused = new Map<string, () => Promise<void>>()
  const once = (name: string, id: string, enqueue: () => Promise<void>) => void caused.set(`${name} ${id}`, enqueue)
  const tell = (connectionId: string, job: ConnectionJob) =>
    once(connectionId, JSON.stringify(job), () => jobs.sendToConnection(tx, connectionId, job))
  const toSend = new Map<string, string[]>()
  const result = await work({
    wakeSender(connectionId, rowId) {
      const rowIds = toSend.get(connectionId) ?? []
      toSend.set(connectionId, rowIds)
      if (rowIds.length < mostRows) rowIds.push(rowId)
      const cause = mutationId === undefined ? {} : { cause: { mutationId, rowIds } }
      once(connectionId, 'sender.wake', () =>
        jobs.sendToConnection(tx, connectionId, { name: 'sender.wake', ...cause }),
      )
    },
    tellRead: ({ id, connectionId }) => tell(connectionId, { name: 'message.read', ticketId: id }),
    checkNumber: ({ id, companyId }, connectionId) =>
      once('number', id, async () => {
        const asker = connectionId ?? (await connectionsThatAreUp(tx, companyId))[0]?.id
        if (asker !== undefined) await jobs.sendToConnection(tx, asker, { name: 'contact.check', contactId: id })
      }),
    openSession(connectionId) {
      // For a worker that is free, if there is no session yet, and for the one that holds it.
      once('start', connectionId, () => jobs.sendStart(tx, connectionId))
      tell(connectionId, { name: 'connection.link' })
    },
    closeSession: (connectionId) => tell(connectionId, { name: 'connection.disconnect' }),
    wakeOutreach: (companyId) =>
      once('outreach', companyId, async () => {
        for (const { id } of await connectionsThatAreUp(tx, companyId)) {
          await jobs.sendToConnection(tx, id, { name: 'outreach.wake' })
        }
      }),
    importPhoneBook: (importId) => once('import', importId, () => jobs.sendContactImport(tx, importId)),
    answer: (ticketId) => once('answer', ticketId, () => jobs.sendAnswer(tx, ticketId)),
    notify: (messageId) =>
      once('notify', messageId, async () => {
        if (notifies) await jobs.sendNotification(tx, { messageId, of: 'ticket' })
      }),
    notifyChat: (messageId) =>
      once('notify', messageId, async () => {
        if (notifies) await jobs.sendNotification(tx, { messageId, of: 'chat' })
      }),
    tellMentioned: (noteId) =>
      once('mentioned', noteId, async () => {
        if (notifies) await jobs.sendNotification(tx, { noteId })
      }),
  })
  for (const enqueue of caused.values()) await enqueue()
  return result
}

/** The default one first. */
function connectionsThatAreUp(tx: ServerTx, companyId: string) {
  return tx
    .select({ id: connections.id })
    .from(connections)
    .where(
      and(eq(connections.companyId, companyId), eq(connections.status, 'CONNECTED'), isNull(connections.deletedAt)),
    )
    .orderBy(sql`${connections.isDefault} desc`, connections.id)
}
