import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '../kit/new-id.ts'
import { messages } from '../messages/table.ts'
import { mutations } from '../mutations.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { connectionQueues } from '../queues/table.ts'
import { tickets } from '../tickets/table.ts'
import { connections } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
let first: string
beforeEach(async () => {
  company = await testCompany(db)
  first = company.connectionId
})

const run = (name: string, args: object, of = company) =>
  runFor(db, { kind: 'system', companyId: of.id }, mutations.get(name)!, args)
const create = async (change: object = {}) => {
  const id = newId()
  await run('connection.create', { id, name: `Filial ${id.slice(-6)}`, ...change })
  return id
}
const update = (id: string, changes: object) => run('connection.update', { id, changes })
const row = async (id: string) => {
  const [found] = await db.orm.select().from(connections).where(eq(connections.id, id))
  if (!found) throw new Error('no row')
  return found
}
const defaults = async () => {
  const rows = await db.orm
    .select({ id: connections.id })
    .from(connections)
    .where(sql`company_id = ${company.id} and is_default`)
  return rows.map(({ id }) => id)
}
const queuesOf = async (id: string) => {
  const rows = await db.orm.select().from(connectionQueues).where(eq(connectionQueues.connectionId, id))
  return rows.map(({ queueId }) => queueId).toSorted()
}

test('a connection made by its name alone has everything else as the specification says', async () => {
  expect(await row(await create())).toMatchObject({
    status: 'DISCONNECTED',
    isDefault: false,
    greetingMessage: '',
    provider: 'beta',
    maxUseBotQueues: 3,
    sendIdQueue: null,
    timeSendQueue: 0,
    groupQueueId: null,
    expiresTicket: 0,
    promptId: null,
    tokenHash: null,
  })
})

test('exactly one is the default: the first, then whichever was made it', async () => {
  expect(await defaults()).toEqual([first])
  const second = await create({ isDefault: true })
  expect(await defaults()).toEqual([second])
  await update(first, { isDefault: { from: false, to: true } })
  expect(await defaults()).toEqual([first])
  await expect(update(first, { isDefault: { to: false } })).rejects.toMatchObject({ code: 'ERR_NO_OTHER_WHATSAPP' })
  await update(second, { isDefault: { to: false } })
  expect(await defaults()).toEqual([first])
})

test('two admins appoint a default at the same moment: one is it', async () => {
  const [second, third] = [await create(), await create()]
  await Promise.all([update(second, { isDefault: { to: true } }), update(third, { isDefault: { to: true } })])
  expect(await defaults()).toHaveLength(1)
})

test('the plan limits how many there are; deleted ones leave room', async () => {
  await db.orm.execute(
    sql`update plans set connections = 2 where id = (select plan_id from companies where id = ${company.id})`,
  )
  const second = await create()
  await expect(create()).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT', details: { limit: 2 } })
  await run('connection.delete', { id: second })
  const made = await Promise.allSettled([create(), create()])
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('queues are one field: set with the others, merged, and chosen about when two changed them', async () => {
  const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((name) => company.queue(name)))
  if (!a || !b || !c) throw new Error('queues')
  const ab = [a, b].toSorted()
  await expect(create({ queueIds: ab })).rejects.toMatchObject({ code: 'ERR_WAPP_GREETING_REQUIRED' })
  const id = await create({ queueIds: [b, a, a], greetingMessage: 'Olá!' })
  expect(await queuesOf(id)).toEqual(ab)
  await update(id, { queueIds: { from: ab, to: [c, a] }, greetingMessage: { from: 'Olá!', to: 'Oi!' } })
  expect(await queuesOf(id)).toEqual([a, c].toSorted())
  await expect(update(id, { queueIds: { from: ab, to: [b] } })).rejects.toMatchObject({
    code: 'ERR_CONFLICT',
    details: { conflicts: { queueIds: { from: ab, to: [b], current: [a, c].toSorted() } } },
  })
  await expect(update(id, { greetingMessage: { to: ' ' } })).rejects.toMatchObject({
    code: 'ERR_WAPP_GREETING_REQUIRED',
  })
  await update(id, { greetingMessage: { to: '' }, queueIds: { to: [a] } })
  expect(await queuesOf(id)).toEqual([a])
})

test('groups that wait without a queue go where the connection says from now on, with their messages', async () => {
  const [sales, finance] = [await company.queue('Vendas'), await company.queue('Financeiro')]
  await update(first, { queueIds: { to: [sales, finance] }, greetingMessage: { to: 'Olá' } })
  const waiting = [await company.ticket({ isGroup: true }), await company.ticket({ isGroup: true, status: 'open' })]
  const said = await company.message(waiting[0] ?? '')
  const others = [
    await company.ticket(),
    await company.ticket({ isGroup: true, queueId: finance }),
    await company.ticket({ isGroup: true, status: 'closed' }),
  ]
  await update(first, { groupQueueId: { from: null, to: sales } })
  const rows = new Map((await db.orm.select().from(tickets)).map(({ id, queueId }) => [id, queueId]))
  expect([...waiting, ...others].map((id) => rows.get(id))).toEqual([sales, sales, null, finance, null])
  expect(await db.orm.select().from(messages).where(eq(messages.id, said))).toMatchObject([{ queueId: sales }])
  await run('queue.delete', { id: sales })
  expect(await row(first)).toMatchObject({ groupQueueId: null })
})

test('another company’s queues are not found', async () => {
  const other = await testCompany(db)
  const theirs = await other.queue('Deles')
  for (const change of [
    { queueIds: { to: [theirs] } },
    { sendIdQueue: { to: theirs } },
    { groupQueueId: { to: theirs } },
  ]) {
    await expect(update(first, change)).rejects.toMatchObject({ code: 'ERR_NO_QUEUE_FOUND' })
  }
})

test('deleting a queue takes it from the connections', async () => {
  const queueId = await company.queue('Some')
  await update(first, { queueIds: { to: [queueId] }, sendIdQueue: { to: queueId }, timeSendQueue: { to: 5 } })
  await run('queue.delete', { id: queueId })
  expect(await row(first)).toMatchObject({ sendIdQueue: null, timeSendQueue: 5 })
  expect(await queuesOf(first)).toEqual([])
})

test('a name is taken once', async () => {
  await expect(create({ name: 'Principal' })).rejects.toMatchObject({ code: 'ERR_DUPLICATED_NAME' })
})

test('a code is asked for while a QR is shown, and forgotten by the next start without one', async () => {
  await db.orm.update(connections).set({ status: 'qrcode', qrcode: 'q' }).where(eq(connections.id, first))
  await run('connection.start', { id: first, pairingNumber: '5511900000001' })
  expect(await row(first)).toMatchObject({ status: 'qrcode', qrcode: 'q', pairingNumber: '5511900000001' })
  await run('connection.disconnect', { id: first })
  expect(await row(first)).toMatchObject({ statusReason: 'disconnected', qrcode: null, pairingNumber: null })
  await run('connection.start', { id: first })
  expect(await row(first)).toMatchObject({ status: 'OPENING', statusReason: null, pairingNumber: null })
  await expect(run('connection.start', { id: first, pairingNumber: '+55 11' })).rejects.toMatchObject({
    code: 'ERR_VALIDATION',
  })
})

test('a new QR is wished in any status', async () => {
  await run('connection.relink', { id: first })
  expect(await row(first)).toMatchObject({ status: 'OPENING', relink: true })
})
