import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addMembers, removeMembers, setMembers, type GroupMember } from '../../contacts/groups.ts'
import { useTestDatabase } from '../../node/testing/test-file-database.ts'
import { testCompany, type TestCompany } from '../../node/testing/test-world.ts'
import { groupReceipts } from './group-receipts-table.ts'
import { raiseGroupAcks, recordGroupReceipts } from './group-receipts.ts'
import { plainInbound } from '../inbound.ts'
import { receiveMessage } from '../receive.ts'
import { ack, messages } from '../table.ts'
import { noEffects } from '../../kit/effects.ts'
import { systemContext } from '../../kit/system-context.ts'

const db = useTestDatabase()
let company: TestCompany
beforeAll(async () => {
  company = await testCompany(db)
})

let sequence = 0
const context = () => systemContext(company.id, noEffects)
const own = { lid: '900', number: '5511900000001' }
const ana: GroupMember = { lid: '1', number: '5511911110001', isAdmin: true }
/** Known by number only, as in groups from before LIDs. */
const bruno: GroupMember = { lid: null, number: '5511911110002', isAdmin: false }
const carla: GroupMember = { lid: '3', number: null, isAdmin: false }

/** A group of Ana, Bruno and us, with a message of ours. */
async function written() {
  const [groupId, whatsappId] = [`1203${++sequence}`, `OWN${sequence}`]
  const inbound = {
    ...plainInbound,
    connectionId: company.connectionId,
    whatsappId,
    fromMe: true,
    contact: { lid: groupId, number: null, pushName: '', isGroup: true },
    body: 'oi',
    sentAt: new Date(),
  }
  await db.orm.transaction(async (tx) => {
    await receiveMessage(tx, inbound, context())
    await setMembers(tx, groupId, [ana, bruno, { ...own, isAdmin: false }], context())
  })
  return { groupId, whatsappId }
}

const tell = (whatsappId: string, member: Pick<GroupMember, 'lid' | 'number'>, level: number) =>
  db.orm.transaction((tx) => {
    const { lid, number } = member
    const receipts = [{ whatsappId, member: { lid, number }, level }]
    return recordGroupReceipts(tx, company.connectionId, own, receipts, new Date())
  })

async function stateOf(whatsappId: string) {
  const [message] = await db.orm.select().from(messages).where(eq(messages.whatsappId, whatsappId))
  if (!message) throw new Error('not stored')
  const waiting = await db.orm.select().from(groupReceipts).where(eq(groupReceipts.messageId, message.id))
  return { ack: message.ack, waiting: waiting.length }
}

test('the ticks are those of the member who is furthest behind', async () => {
  const { whatsappId } = await written()
  await tell(whatsappId, { lid: '1', number: null }, ack.read)
  expect(await stateOf(whatsappId)).toEqual({ ack: ack.sent, waiting: 2 })
  await tell(whatsappId, bruno, ack.received)
  expect(await stateOf(whatsappId)).toEqual({ ack: ack.received, waiting: 2 })
  await tell(whatsappId, bruno, ack.read)
  expect(await stateOf(whatsappId)).toEqual({ ack: ack.read, waiting: 0 })
})

test('late and repeated receipts lower nothing, and begin nothing anew', async () => {
  const { whatsappId } = await written()
  for (const level of [ack.read, ack.received, ack.read]) await tell(whatsappId, ana, level)
  await tell(whatsappId, bruno, ack.read)
  await tell(whatsappId, bruno, ack.received)
  expect(await stateOf(whatsappId)).toEqual({ ack: ack.read, waiting: 0 })
})

test('who joins after the message is not waited for, who leaves no longer', async () => {
  const { groupId, whatsappId } = await written()
  await tell(whatsappId, ana, ack.received)
  await db.orm.transaction((tx) => addMembers(tx, groupId, [carla], context()))
  await tell(whatsappId, carla, ack.read)
  expect(await stateOf(whatsappId)).toEqual({ ack: ack.sent, waiting: 2 })
  await db.orm.transaction(async (tx) => {
    await removeMembers(tx, groupId, [bruno], context())
    await raiseGroupAcks(tx, company.connectionId, groupId, new Date())
  })
  expect(await stateOf(whatsappId)).toEqual({ ack: ack.received, waiting: 1 })
})

test('what our own devices or strangers tell, and what other connections sent, raises nothing', async () => {
  const { whatsappId } = await written()
  await tell(whatsappId, own, ack.read)
  await tell(whatsappId, { lid: '77', number: null }, ack.read)
  expect(await stateOf(whatsappId)).toEqual({ ack: ack.sent, waiting: 2 })
  const other = await testCompany(db)
  const receipts = [ana, bruno].map(({ lid, number }) => ({ whatsappId, member: { lid, number }, level: ack.read }))
  await db.orm.transaction((tx) => recordGroupReceipts(tx, other.connectionId, own, receipts, new Date()))
  expect(await stateOf(whatsappId)).toEqual({ ack: ack.sent, waiting: 2 })
})
