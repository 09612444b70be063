// Asks whoever holds a connection whether a contact's number is on WhatsApp; the answer comes in the contact's row (onWhatsapp, checkedAt).
// Nothing waits for it: before a first message the worker asks again if it has to.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { connections } from 'db/connections/table.ts'
import { contacts } from 'db/contacts/table.ts'
import type { ServerTx } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'

/** By `connectionId`, or else by any that is up, the default one first. */
export async function checkNumber(tx: ServerTx, jobs: Jobs, contactId: string, connectionId?: string) {
  const [contact] = await tx
    .select({ companyId: contacts.companyId, number: contacts.number })
    .from(contacts)
    // Whose LID is known is there.
    .where(and(eq(contacts.id, contactId), isNull(contacts.lid), isNull(contacts.checkedAt)))
  if (!contact || contact.number === null) return
  const asker = connectionId ?? (await connectionThatIsUp(tx, contact.companyId))
  if (asker !== undefined) await jobs.sendToConnection(tx, asker, { name: 'contact.check', contactId })
}

async function connectionThatIsUp(tx: ServerTx, companyId: string) {
  const [connection] = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(
      and(eq(connections.companyId, companyId), eq(connections.status, 'CONNECTED'), isNull(connections.deletedAt)),
    )
    .orderBy(sql`${connections.isDefault} desc`, connections.id)
    .limit(1)
  return connection?.id
}
