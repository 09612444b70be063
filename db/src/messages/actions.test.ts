// Forwarding, reacting, editing and deleting on real Postgres, as server and as device.
import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../kit/new-id.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { tickets } from '../tickets/table.ts'
import { messageActions } from './actions-table.ts'
import { recordActionRefused, recordActionsSent } from './actions.ts'
import { deleteMessage, editMessage, forwardMessage, reactToMessage } from './mutations.ts'
import { messages } from './table.ts'
import { whatsappIdOf } from './new-message.ts'

const db = useTestDatabase()
let company: TestCompany
let ticketId: string
beforeAll(async () => {
  company = await testCompany(db)
  ticketId = await company.ticket({ status: 'open' })
})

const minute = 60_000
const own = (ageMinutes = 0, change: object = {}) => {
  const createdAt = new Date(Date.now() - ageMinutes * minute)
  return company.message(ticketId, { fromMe: true, ack: 1, body: 'Bom dia', createdAt, ...change })
}

const run = (mutation: { name: string }, args: object, side: 'server' | 'client' = 'server') =>
  runFor(db, { kind: 'system', companyId: company.id }, mutation, args, side)
const message = async (id: string) => (await db.orm.select().from(messages).where(eq(messages.id, id)))[0]
const ticket = async (id: string) => (await db.orm.select().from(tickets).where(eq(tickets.id, id)))[0]
const actions = (messageId: string) =>
  db.orm
    .select()
    .from(messageActions)
    .where(eq(messageActions.messageId, messageId))
    .orderBy(asc(messageActions.createdAt), asc(messageActions.id))

describe('a reaction', () => {
  test('is set, replaced and taken back beside the customer’s, and WhatsApp is to be told each time', async () => {
    const id = await company.message(ticketId, { reactions: { customer: '🙏' } })
    await run(reactToMessage, { id, emoji: '👍' })
    await run(reactToMessage, { id, emoji: '❤️' })
    expect((await message(id))?.reactions).toEqual({ customer: '🙏', me: '❤️' })
    await run(reactToMessage, { id, emoji: '' })
    expect((await message(id))?.reactions).toEqual({ customer: '🙏' })
    const told = await actions(id)
    expect(told).toMatchObject([
      { kind: 'react', content: '👍', previous: '', sentAt: null, error: null },
      { kind: 'react', content: '❤️', previous: '👍' },
      { kind: 'react', content: '', previous: '❤️' },
    ])
    expect(told.map((action) => action.whatsappId)).toEqual(told.map((action) => whatsappIdOf(action.id)))
  })

  test('that changes nothing tells nobody', async () => {
    const id = await company.message(ticketId)
    await run(reactToMessage, { id, emoji: '' })
    expect(await actions(id)).toEqual([])
  })

  test('on a device changes only the row', async () => {
    const id = await company.message(ticketId)
    await run(reactToMessage, { id, emoji: '👍' }, 'client')
    expect((await message(id))?.reactions).toEqual({ me: '👍' })
    expect(await actions(id)).toEqual([])
  })

  test.each(['ok', '👍👍', '1'])('%s is refused', async (emoji) => {
    const id = await company.message(ticketId)
    await expect(run(reactToMessage, { id, emoji })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  })

  test('on a deleted message, or in a closed conversation, is refused', async () => {
    const id = await company.message(ticketId, { isDeleted: true })
    await expect(run(reactToMessage, { id, emoji: '👍' })).rejects.toMatchObject({ code: 'ERR_REACT_WAPP_MSG' })
    const closed = await company.message(await company.ticket({ status: 'closed' }))
    await expect(run(reactToMessage, { id: closed, emoji: '👍' })).rejects.toMatchObject({ code: 'ERR_TICKET_STATUS' })
  })
})

describe('an edit', () => {
  test('changes text and list, and keeps what was there', async () => {
    const id = await own()
    await run(editMessage, { id, body: ' Boa tarde ' })
    expect(await message(id)).toMatchObject({ body: 'Boa tarde', editedAt: expect.any(Date) })
    expect((await ticket(ticketId))?.lastMessage).toBe('Boa tarde')
    expect(await actions(id)).toMatchObject([{ kind: 'edit', content: 'Boa tarde', previous: 'Bom dia' }])
  })

  test('of an older message leaves the list alone', async () => {
    const id = await own(10)
    await own(0)
    const before = (await ticket(ticketId))?.lastMessage
    await run(editMessage, { id, body: 'Outra coisa' })
    expect((await ticket(ticketId))?.lastMessage).toBe(before)
  })

  test('is possible for 15 minutes by the server’s clock, which a device does not ask', async () => {
    await run(editMessage, { id: await own(14), body: 'a tempo' })
    const late = await own(16)
    await expect(run(editMessage, { id: late, body: 'tarde' })).rejects.toMatchObject({ code: 'ERR_EDIT_WAPP_MSG' })
    await run(editMessage, { id: late, body: 'tarde' }, 'client')
    expect((await message(late))?.body).toBe('tarde')
  })

  test.each([
    ['the customer’s', { fromMe: false }],
    ['deleted', { isDeleted: true }],
    ['never sent', { ack: -1 }],
    ['without a caption', { mediaType: 'image', body: '' }],
    ['a place', { mediaType: 'location' }],
  ])('of a message that is %s is refused', async (_, change) => {
    const id = await own(0, change)
    await expect(run(editMessage, { id, body: 'x' })).rejects.toMatchObject({ code: 'ERR_EDIT_WAPP_MSG' })
  })

  test('to nothing is refused', async () => {
    await expect(run(editMessage, { id: await own(), body: ' ' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  })
})

describe('a deletion', () => {
  test('leaves the row, as deleted, once', async () => {
    const id = await own(59 * 60)
    await run(deleteMessage, { id })
    expect(await message(id)).toMatchObject({ isDeleted: true, body: 'Bom dia' })
    expect(await actions(id)).toMatchObject([{ kind: 'delete', content: '' }])
    await expect(run(deleteMessage, { id })).rejects.toMatchObject({ code: 'ERR_DELETE_WAPP_MSG' })
  })

  test.each(['server', 'client'] as const)('is what the list says of the last message, on the %s', async (side) => {
    await run(deleteMessage, { id: await own() }, side)
    expect(await ticket(ticketId)).toMatchObject({ lastMessage: '', lastMessageType: 'deleted' })
  })

  test('of the customer’s, or after 60 hours, is refused', async () => {
    for (const id of [await company.message(ticketId), await own(61 * 60)]) {
      await expect(run(deleteMessage, { id })).rejects.toMatchObject({ code: 'ERR_DELETE_WAPP_MSG' })
    }
  })
})

describe('a forwarded message', () => {
  test('is an own, pending copy with its file, without what it answered', async () => {
    const file = { mediaType: 'image', mediaHash: 'ab'.repeat(32), mediaMime: 'image/png', mediaSize: 9, mediaWidth: 1 }
    const quoted = { body: 'antes', mediaType: 'chat', fromMe: true, author: '' }
    const messageId = await company.message(ticketId, {
      ...file,
      body: 'Veja',
      quotedMessageId: newId(),
      reactions: { customer: '🙏' },
      details: { quoted, seconds: 3 },
    })
    const target = await company.ticket({ status: 'open' })
    const id = newId()
    await run(forwardMessage, { id, messageId, ticketId: target })
    expect(await message(id)).toMatchObject({
      ...file,
      ticketId: target,
      body: 'Veja',
      fromMe: true,
      ack: 0,
      isForwarded: true,
      quotedMessageId: null,
      reactions: {},
      details: { seconds: 3 },
    })
    expect(await ticket(target)).toMatchObject({ lastMessage: 'Veja', lastMessageFromMe: true })
  })

  test.each([
    ['deleted', { isDeleted: true }],
    ['a poll', { mediaType: 'poll' }],
    ['seen once', { isViewOnce: true }],
    ['without its file', { mediaType: 'image', mediaHash: null }],
  ])('that is %s is refused', async (_, change) => {
    const messageId = await company.message(ticketId, change)
    const args = { id: newId(), messageId, ticketId }
    await expect(run(forwardMessage, args)).rejects.toMatchObject({ code: 'ERR_FORWARD_WAPP_MSG' })
  })

  test('from or to another company finds nothing', async () => {
    const other = await testCompany(db)
    const theirTicket = await other.ticket({ status: 'open' })
    const theirs = await other.message(theirTicket)
    const mine = await company.message(ticketId)
    await expect(run(forwardMessage, { id: newId(), messageId: theirs, ticketId })).rejects.toMatchObject({
      code: 'ERR_NO_MESSAGE_FOUND',
    })
    await expect(run(forwardMessage, { id: newId(), messageId: mine, ticketId: theirTicket })).rejects.toMatchObject({
      code: 'ERR_NO_TICKET_FOUND',
    })
  })
})

describe('what WhatsApp answers', () => {
  const answer = async (messageId: string, code: string | null, index = 0) => {
    const { whatsappId = '' } = (await actions(messageId))[index] ?? {}
    await db.orm.transaction((tx) =>
      code === null
        ? recordActionsSent(tx, company.connectionId, [whatsappId, 'of a message'], new Date())
        : recordActionRefused(tx, company.connectionId, whatsappId, code, new Date()),
    )
  }

  test('taken: it is done, and a later refusal changes nothing', async () => {
    const id = await own()
    await run(deleteMessage, { id })
    await answer(id, null)
    await answer(id, '479')
    expect(await actions(id)).toMatchObject([{ sentAt: expect.any(Date), error: null }])
    expect((await message(id))?.isDeleted).toBe(true)
  })

  test('refused: the row shows again what is on the customer’s phone, and why', async () => {
    const deleted = await own()
    await run(deleteMessage, { id: deleted })
    await answer(deleted, '479')
    expect(await message(deleted)).toMatchObject({
      isDeleted: false,
      details: { refused: { kind: 'delete', code: '479' } },
    })
    expect(await ticket(ticketId)).toMatchObject({ lastMessage: 'Bom dia', lastMessageType: 'chat' })
    const edited = await own()
    await run(editMessage, { id: edited, body: 'Boa tarde' })
    await answer(edited, '479')
    expect(await message(edited)).toMatchObject({ body: 'Bom dia', editedAt: null })
    expect((await ticket(ticketId))?.lastMessage).toBe('Bom dia')
    const reacted = await company.message(ticketId, { reactions: { customer: '🙏' } })
    await run(reactToMessage, { id: reacted, emoji: '👍' })
    await answer(reacted, '479')
    expect((await message(reacted))?.reactions).toEqual({ customer: '🙏' })
    await run(reactToMessage, { id: reacted, emoji: '❤️' })
    expect((await message(reacted))?.details).toEqual({})
  })

  test('refused after something newer: the newer one stays, and what was before both comes back with it', async () => {
    const id = await own()
    await run(editMessage, { id, body: 'Boa tarde' })
    await run(editMessage, { id, body: 'Boa noite' })
    await answer(id, '479', 0)
    expect((await message(id))?.body).toBe('Boa noite')
    await answer(id, '479', 1)
    expect(await message(id)).toMatchObject({ body: 'Bom dia', editedAt: null })
  })
})
