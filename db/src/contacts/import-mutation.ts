// Taking the address book of a connection's phone into the contacts: the wish is a row, the worker carries it out and writes what came of it.
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { connections, syncedConnections } from '../connections/table.ts'
import { idArg } from '../kit/args.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { contactImports } from './table.ts'

/** Without `connectionId` it is the default connection's. */
export const importFromPhone = defineMutation({
  name: 'contact.importFromPhone',
  args: v.strictObject({ id: idArg, connectionId: v.optional(idArg) }),
  can: (actor) => hasPermission(actor, 'connections-page:actionButtons'),
  async run(tx, { id, connectionId }, ctx) {
    const connection =
      connectionId === undefined
        ? await defaultConnection(tx, ctx)
        : await mustFind(tx, ctx, syncedConnections, connectionId, 'ERR_NO_WAPP_FOUND')
    const { actor, now } = ctx
    await tx.insert(contactImports).values({
      id,
      companyId: actor.companyId,
      connectionId: connection.id,
      userId: actor.kind === 'user' ? actor.userId : null,
      status: 'waiting',
      created: 0,
      updated: 0,
      skipped: 0,
      createdAt: now,
      updatedAt: now,
    })
    ctx.effects.importPhoneBook(id)
  },
  rest: { method: 'post', path: '/contacts/import', summary: "Take a phone's address book into the contacts" },
})

async function defaultConnection(tx: Tx, { actor }: MutationContext) {
  const [connection] = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(and(syncedConnections.scope(actor), eq(connections.isDefault, true)))
  if (!connection) throw new AppError('ERR_NO_DEF_WAPP_FOUND')
  return connection
}
