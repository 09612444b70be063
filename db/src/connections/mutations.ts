// What a person may do to a connection. Talking to WhatsApp is the worker's: these only write the wish, and tell it of it.
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import * as v from 'valibot'
import { assertPlanHasRoom, lockCompany } from '../companies/plan-limits.ts'
import { idArg } from '../kit/args.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { idList } from '../kit/sql/joined-ids.ts'
import { hasPermission } from '../kit/permissions.ts'
import { messages } from '../messages/table.ts'
import { assertIntegration } from '../integrations/assert-integration.ts'
import { assertPrompt } from '../prompts/assert-prompt.ts'
import { joinedQueues } from '../queues/joined-queues.ts'
import { connectionQueues, syncedQueues } from '../queues/table.ts'
import { tickets } from '../tickets/table.ts'
import { down, opening, type ConnectionChange } from './link-state.ts'
import { defaultAfter, needsGreeting, queueOfNew, type Offer } from './rules.ts'
import { connections, providers, syncedConnections } from './table.ts'

const text = v.pipe(v.string(), v.maxLength(4096))
const minutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(525_600))

/** As a form checks them, field by field. */
export const connectionColumns = {
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  isDefault: v.boolean(),
  queueIds: idList,
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  provider: v.picklist(providers),
  sendIdQueue: v.nullable(idArg),
  timeSendQueue: minutes,
  groupQueueId: v.nullable(idArg),
  promptId: v.nullable(idArg),
  integrationId: v.nullable(idArg),
  maxUseBotQueues: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999)),
  timeUseBotQueues: minutes,
  expiresTicket: minutes,
  expiresInactiveMessage: text,
}

/** What a connection has that was made by its name alone. */
export const connectionDefaults = {
  isDefault: false,
  queueIds: [] as string[],
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  provider: 'beta',
  sendIdQueue: null,
  timeSendQueue: 0,
  groupQueueId: null,
  promptId: null,
  integrationId: null,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  expiresTicket: 0,
  expiresInactiveMessage: '',
} as const

const byId = v.strictObject({ id: idArg })
const mustFindConnection = (tx: Tx, ctx: MutationContext, id: string) =>
  mustFind(tx, ctx, syncedConnections, id, 'ERR_NO_WAPP_FOUND')

const { create, update } = crud({
  noun: 'connection',
  synced: syncedConnections,
  columns: connectionColumns,
  defaults: connectionDefaults,
  unique: [{ column: 'name', code: 'ERR_DUPLICATED_NAME' }],
  can: (actor) => hasPermission(actor, 'connections-page:editOrDeleteConnection'),
  notFound: 'ERR_NO_WAPP_FOUND',
  path: '/whatsapp',
  title: 'WhatsApp connection',
  initial: ({ now }) => ({
    status: 'DISCONNECTED',
    statusReason: null,
    statusAt: now,
    retryAt: null,
    retries: 0,
    qrcode: null,
    qrCount: 0,
    pairingNumber: null,
    pairingCode: null,
    relink: false,
    number: null,
    connectedAt: null,
    lastMessageAt: null,
    tokenHash: null,
    tokenHint: null,
    deletedAt: null,
  }),
  joined: {
    queueIds: joinedQueues(connectionQueues, connectionQueues.connectionId, 'connectionId'),
  },
  lock: lockCompany,
  async settle(tx, ctx, { id, next, before }) {
    const scope = syncedConnections.scope(ctx.actor)
    if (before === null) await assertPlanHasRoom(tx, ctx, { resource: 'connections', table: connections, scope })
    if (needsGreeting(next)) throw new AppError('ERR_WAPP_GREETING_REQUIRED', { field: 'greetingMessage' })
    for (const key of ['sendIdQueue', 'groupQueueId'] as const) {
      const queueId = next[key]
      if (queueId && queueId !== before?.[key]) await mustFind(tx, ctx, syncedQueues, queueId, 'ERR_NO_QUEUE_FOUND')
    }
    await assertPrompt(tx, ctx, next.promptId, before?.promptId ?? null)
    await assertIntegration(tx, ctx, next.integrationId, before?.integrationId ?? null)
    if (before && ctx.side === 'server') await placeGroups(tx, ctx, id, { before, next })
    return { isDefault: await settleDefault(tx, ctx, id, next.isDefault, before?.isDefault ?? false) }
  },
})

export const createConnection = defineMutation({
  ...create,
  can: (actor) => hasPermission(actor, 'connections-page:addConnection'),
})
export const updateConnection = update

/** Groups that had no queue to go to go where the connection now says. */
async function placeGroups(
  tx: Tx,
  { now }: MutationContext,
  id: string,
  { before, next }: { before: Offer; next: Offer },
) {
  const queueId = queueOfNew(next, { isGroup: true })
  if (queueId === null || queueId === queueOfNew(before, { isGroup: true })) return
  const placed = { queueId, updatedAt: now }
  const waiting = and(eq(tickets.isGroup, true), isNull(tickets.queueId), ne(tickets.status, 'closed'))
  const moved = await tx
    .update(tickets)
    .set(placed)
    .where(and(eq(tickets.connectionId, id), waiting))
    .returning({ id: tickets.id })
  const ids = moved.map((ticket) => ticket.id)
  if (ids.length > 0) await tx.update(messages).set(placed).where(inArray(messages.ticketId, ids))
}

/** Whether it is the default from now on; then no other is. */
async function settleDefault(tx: Tx, ctx: MutationContext, id: string, wished: boolean, wasDefault: boolean) {
  const others = and(syncedConnections.scope(ctx.actor), eq(connections.isDefault, true), ne(connections.id, id))
  const [other] = await tx.select({ id: connections.id }).from(connections).where(others).limit(1)
  const isDefault = defaultAfter(wished, { wasDefault, hasOtherDefault: other !== undefined })
  if (isDefault && other) await tx.update(connections).set({ isDefault: false, updatedAt: ctx.now }).where(others)
  return isDefault
}

const pairingNumber = v.pipe(v.string(), v.regex(/^\d{8,15}$/))

/**
 * Open the session: with stored credentials it reconnects, without it shows a QR, and a code for the phone with `pairingNumber`.
 * While a QR is shown, it only says whether there is to be a code as well.
 */
export const startConnection = defineMutation({
  name: 'connection.start',
  refusal: 'alone',
  args: v.strictObject({ id: idArg, pairingNumber: v.optional(v.nullable(pairingNumber)) }),
  can: (actor) => hasPermission(actor, 'connections-page:actionButtons'),
  async run(tx, args, ctx) {
    const { status } = await mustFindConnection(tx, ctx, args.id)
    const linking = { pairingNumber: args.pairingNumber ?? null, pairingCode: null }
    if (status === 'DISCONNECTED') await set(tx, args.id, { ...opening(ctx), ...linking })
    else if (args.pairingNumber && (status === 'OPENING' || status === 'qrcode')) await set(tx, args.id, linking)
    ctx.effects.openSession(args.id)
  },
  rest: { method: 'post', path: '/whatsappsession/:id', summary: 'Open the session; shows a QR when not linked' },
})

/** Give up the link, if there is one, and show a QR for a new one. */
export const relinkConnection = defineMutation({
  name: 'connection.relink',
  refusal: 'alone',
  args: v.strictObject({ id: idArg, pairingNumber: v.optional(v.nullable(pairingNumber)) }),
  can: (actor) => hasPermission(actor, 'connections-page:actionButtons'),
  async run(tx, args, ctx) {
    await mustFindConnection(tx, ctx, args.id)
    const linking = { relink: true, pairingNumber: args.pairingNumber ?? null, pairingCode: null }
    await set(tx, args.id, { ...opening(ctx), ...linking })
    ctx.effects.openSession(args.id)
  },
  rest: { method: 'put', path: '/whatsappsession/:id', summary: 'Unlink, and show a new QR' },
})

/** Unlink: WhatsApp is told, the keys are wiped by the worker. */
export const disconnectConnection = defineMutation({
  name: 'connection.disconnect',
  refusal: 'alone',
  args: byId,
  can: (actor) => hasPermission(actor, 'connections-page:actionButtons'),
  async run(tx, args, ctx) {
    await mustFindConnection(tx, ctx, args.id)
    await set(tx, args.id, down(ctx))
    ctx.effects.closeSession(args.id)
  },
  rest: { method: 'delete', path: '/whatsappsession/:id', summary: 'Unlink the session from WhatsApp' },
})

const set = (tx: Tx, id: string, change: ConnectionChange) =>
  tx.update(connections).set(change).where(eq(connections.id, id))
