import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { openDesk, type Desk } from '../test-desk.ts'
import { Receiver } from './receive.ts'

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

test('a message that is delivered twice is stored once, and its number is looked up by LID', async () => {
  const done: string[] = []
  const announced: string[] = []
  const outcomes: string[] = []
  const { db, connectionId, companyId } = desk
  const receiver = new Receiver({
    db,
    connectionId,
    companyId,
    graceDays: 0,
    onCustomerMessage: async (_tx, { messageId }) => void announced.push(messageId),
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
  expect(announced).toEqual((await desk.messages()).map(({ id }) => id))
  expect(done).toEqual(['A', 'B', 'A', 'C'])
  expect(outcomes).toEqual(['stored', 'stored', 'duplicate', 'stored'])
  expect(await desk.contacts()).toMatchObject([{ lid: '123', number: '5511988887777' }])
  expect(await desk.tickets()).toMatchObject([{ unreadMessages: 3 }])
})
