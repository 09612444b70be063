import { randomBytes } from 'node:crypto'
import { rememberPhoneContact } from 'db/contacts/phone-book.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { openDesk, type Desk } from '../test-desk.ts'
import { Receiver } from './receive.ts'
import type { Jobs } from 'db/node/jobs.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const me = { number: '5511900000001', lid: '900' }
const text = (id: string, body: string) => ({
  key: { id, remoteJid: '123@lid', fromMe: false },
  message: { conversation: body },
  messageTimestamp: 1_700_000_000,
})

test('what the database can’t take for its size is put aside, and the next ones come in', async () => {
  const { db, jobs, connectionId, companyId } = desk
  const log = createLogger('silent')
  const nothing = async () => {}
  const parts = { onFile: nothing, onOutcome: nothing, keysOf: () => [], onDone: () => {} }
  const receiver = new Receiver({ db, jobs, notifies: true, connectionId, companyId, graceDays: 0, ...parts, log })
  const ran: string[] = []
  // No index takes it.
  const person = { lid: randomBytes(5_000).toString('hex'), number: null, pushName: '', bookName: 'Ana', isNew: true }
  receiver.inTurn('too large', async (tx, ctx) => {
    ran.push('too large')
    await rememberPhoneContact(tx, connectionId, person, ctx)
  })
  receiver.inTurn('next', async () => void ran.push('next'))
  await receiver.settled(10_000)
  expect(ran).toEqual(['too large', 'too large', 'too large', 'next'])
})

test('a message that is delivered twice is stored once, and its number is looked up by LID', async () => {
  const done: string[] = []
  const announced: object[] = []
  const outcomes: string[] = []
  const { db, connectionId, companyId } = desk
  const jobs: Jobs = { ...desk.jobs, sendNotification: async (_tx, job) => void announced.push(job) }
  const receiver = new Receiver({
    db,
    jobs,
    notifies: true,
    connectionId,
    companyId,
    graceDays: 0,
    onFile: async () => {},
    keysOf: () => [],
    onOutcome: async (_tx, outcome) => void outcomes.push(outcome.kind === 'ignored' ? outcome.reason : outcome.kind),
    onDone: (id) => void done.push(id),
    log: createLogger('silent'),
  })
  const findNumber = async (lid: string) => (lid === '123' ? '5511988887777' : null)
  receiver.take([text('A', 'um'), text('B', 'dois')], me, findNumber)
  receiver.take([text('A', 'um'), text('C', 'três')], me, findNumber)
  await receiver.settled(10_000)
  expect((await desk.messages()).map(({ whatsappId }) => whatsappId)).toEqual(['A', 'B', 'C'])
  expect(announced).toEqual((await desk.messages()).map(({ id }) => ({ messageId: id, of: 'ticket' })))
  expect(done).toEqual(['A', 'B', 'A', 'C'])
  expect(outcomes).toEqual(['stored', 'stored', 'duplicate', 'stored'])
  expect(await desk.contacts()).toMatchObject([{ lid: '123', number: '5511988887777' }])
  expect(await desk.tickets()).toMatchObject([{ unreadMessages: 3 }])
})
