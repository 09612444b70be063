// What a person may do to a connection. Talking to WhatsApp is the worker's: these only write the wish, effects enqueue the job.
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { idArg } from '../kit/columns.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { connections, syncedConnections } from './table.ts'

const byId = v.strictObject({ id: idArg })
const mustFindConnection = (tx: Tx, ctx: MutationContext, id: string) =>
  mustFind(tx, ctx, syncedConnections, id, 'ERR_NO_WAPP_FOUND')

export const createConnection = defineMutation({
  name: 'connection.create',
  args: v.strictObject({ id: idArg, name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)) }),
  can: (actor) => hasPermission(actor, 'connections-page:addConnection'),
  async run(tx, args, ctx) {
    const own = eq(connections.companyId, ctx.actor.companyId)
    const [sameName] = await tx
      .select({ id: connections.id })
      .from(connections)
      .where(and(own, eq(connections.name, args.name)))
      .limit(1)
    if (sameName) throw new AppError('ERR_DUPLICATED_NAME', { field: 'name' })
    const [existing] = await tx.select({ id: connections.id }).from(connections).where(own).limit(1)
    await tx.insert(connections).values({
      id: args.id,
      companyId: ctx.actor.companyId,
      name: args.name,
      status: 'DISCONNECTED',
      statusReason: null,
      qrcode: null,
      retries: 0,
      isDefault: existing === undefined,
      number: null,
      connectedAt: null,
      lastMessageAt: null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
  },
  rest: { method: 'post', path: '/whatsapp', summary: 'Add a WhatsApp connection' },
})

/** Open the session: with stored credentials it reconnects, without it shows a QR. */
export const startConnection = defineMutation({
  name: 'connection.start',
  args: byId,
  can: (actor) => hasPermission(actor, 'connections-page:actionButtons'),
  async run(tx, args, ctx) {
    const connection = await mustFindConnection(tx, ctx, args.id)
    if (connection.status !== 'DISCONNECTED') return
    await tx
      .update(connections)
      .set({ status: 'OPENING', statusReason: null, retries: 0, updatedAt: ctx.now })
      .where(eq(connections.id, args.id))
  },
  rest: { method: 'post', path: '/whatsappsession/:id', summary: 'Open the session; shows a QR when not linked' },
})

/** Unlink: WhatsApp is told, the keys are wiped by the worker. */
export const disconnectConnection = defineMutation({
  name: 'connection.disconnect',
  args: byId,
  can: (actor) => hasPermission(actor, 'connections-page:actionButtons'),
  async run(tx, args, ctx) {
    await mustFindConnection(tx, ctx, args.id)
    await tx
      .update(connections)
      .set({ status: 'DISCONNECTED', statusReason: 'logged_out', qrcode: null, updatedAt: ctx.now })
      .where(eq(connections.id, args.id))
  },
  rest: { method: 'delete', path: '/whatsappsession/:id', summary: 'Unlink the session from WhatsApp' },
})
