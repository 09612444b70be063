// Who is in a chat, who may do what in it, and what becomes of it when people go.
import { newId } from '../kit/new-id.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany } from '../node/testing/test-world.ts'
import { expect, test } from 'vitest'
import { deleteUser } from '../users/mutations.ts'
import { createChat, deleteChat, leaveChat, readChat, updateChat } from './mutations.ts'
import { sendChatMessage } from './send-message.ts'

const db = useTestDatabase()

async function world() {
  const company = await testCompany(db)
  const [ana, bruno, carla] = [await company.user('user'), await company.user('user'), await company.user('user')]
  const admin = await company.user('admin')
  const id = newId()
  type Person = typeof ana
  const make = (userIds: string[], title = 'Padaria') => runFor(db, ana, createChat, { id, title, userIds })
  const say = async (who: Person, body: string, more: object = {}) => {
    const messageId = newId()
    await runFor(db, who, sendChatMessage, { id: messageId, chatId: id, body, ...more })
    return messageId
  }
  const choose = (who: Person, userIds: string[]) =>
    runFor(db, who, updateChat, { id, changes: { userIds: { to: userIds } } })
  const chat = async () => (await db.sql`select * from chats where id = ${id}`)[0]
  const members = async () =>
    (await db.sql`select user_id from chat_members where chat_id = ${id} order by joined_at, id`).map(
      (row) => row['user_id'] as string,
    )
  const said = () =>
    db.sql`select *, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sent from chat_messages where chat_id = ${id} order by created_at`
  const unread = async ({ userId }: Person) => {
    const [row] = await db.sql`
      select count(n.id)::int as count from chat_members m left join chat_messages n on n.chat_id = m.chat_id
        and n.created_at > m.read_until and n.sender_id <> m.user_id
      where m.chat_id = ${id} and m.user_id = ${userId}`
    return row?.['count'] as number
  }
  return { company, ana, bruno, carla, admin, id, make, say, choose, chat, members, said, unread }
}

const refused = (code: string) => ({ code })

test('who makes a chat is in it and owns it; only members say something, admins are none', async () => {
  const { ana, bruno, carla, admin, make, say, chat, members, said } = await world()
  await make([bruno.userId])
  expect((await members()).toSorted()).toEqual([ana.userId, bruno.userId].toSorted())
  expect(await chat()).toMatchObject({ owner_id: ana.userId, last_message: '', last_message_at: null })
  await say(bruno, ' Bom dia ')
  for (const stranger of [carla, admin]) {
    await expect(say(stranger, 'oi')).rejects.toMatchObject(refused('ERR_NO_CHAT_FOUND'))
  }
  await expect(say(ana, '  ')).rejects.toMatchObject(refused('ERR_VALIDATION'))
  expect(await said()).toMatchObject([{ body: 'Bom dia', sender_id: bruno.userId, sender_name: 'Pessoa' }])
  expect(await chat()).toMatchObject({ last_message: 'Bom dia', last_sender_id: bruno.userId })
})

test('a title and somebody are asked for, and people of the company', async () => {
  const { bruno, make } = await world()
  const stranger = await (await testCompany(db)).user('user')
  await expect(make([bruno.userId], ' ')).rejects.toMatchObject(refused('ERR_VALIDATION'))
  await expect(make([])).rejects.toMatchObject(refused('ERR_VALIDATION'))
  await expect(make([stranger.userId])).rejects.toMatchObject(refused('ERR_NO_USER_FOUND'))
  await expect(make([newId()])).rejects.toMatchObject(refused('ERR_NO_USER_FOUND'))
})

test('its owner alone changes and deletes it, and stays in it', async () => {
  const { ana, bruno, carla, id, make, choose, chat, members } = await world()
  await make([bruno.userId])
  for (const change of [choose(bruno, [carla.userId]), runFor(db, bruno, deleteChat, { id })]) {
    await expect(change).rejects.toMatchObject(refused('ERR_NO_PERMISSION'))
  }
  await expect(choose(carla, [carla.userId])).rejects.toMatchObject(refused('ERR_NO_CHAT_FOUND'))
  await choose(ana, [carla.userId])
  expect((await members()).toSorted()).toEqual([ana.userId, carla.userId].toSorted())
  await runFor(db, ana, deleteChat, { id })
  expect([await chat(), await members()]).toEqual([undefined, []])
})

test('unread is what others said since one looked; a new member has all before them, and none of it unread', async () => {
  const { ana, bruno, carla, id, make, say, choose, said, unread } = await world()
  await make([bruno.userId])
  await say(ana, 'um')
  await say(ana, 'dois')
  await say(bruno, 'três')
  expect([await unread(ana), await unread(bruno)]).toEqual([1, 2])
  const [, second] = await said()
  const until = new Date(String(second?.['sent'])).toISOString()
  await runFor(db, bruno, readChat, { id, until })
  await runFor(db, bruno, readChat, { id, until: '2020-01-01T00:00:00.000Z' })
  expect(await unread(bruno)).toBe(0)
  await choose(ana, [bruno.userId, carla.userId])
  expect(await unread(carla)).toBe(0)
  // A clock that is ahead reads nothing that is still to come.
  await runFor(db, carla, readChat, { id, until: '2090-01-01T00:00:00.000Z' })
  await say(ana, 'quatro')
  expect([await unread(bruno), await unread(carla)]).toEqual([1, 1])
})

test('messages that come at once have times of their own, in the order in which they were taken', async () => {
  const { ana, bruno, make, say, said } = await world()
  await make([bruno.userId])
  await Promise.all(Array.from({ length: 8 }, (_, n) => say(n % 2 === 0 ? ana : bruno, `${n}`)))
  const times = (await said()).map((row) => (row['created_at'] as Date).getTime())
  expect(new Set(times).size).toBe(8)
})

test('a message answers one of its chat, speaks of a ticket that its author sees, and calls members by name', async () => {
  const { company, ana, bruno, carla, admin, make, say, said } = await world()
  await make([bruno.userId, admin.userId])
  await db.sql`update users set name = 'Bruno Lima' where id = ${bruno.userId}`
  const first = await say(ana, 'oi')
  const other = newId()
  await runFor(db, ana, createChat, { id: other, title: 'Outra', userIds: [bruno.userId] })
  const elsewhere = newId()
  await runFor(db, ana, sendChatMessage, { id: elsewhere, chatId: other, body: 'lá' })
  await expect(say(bruno, 'e?', { quotedMessageId: elsewhere })).rejects.toMatchObject(refused('ERR_FETCH_WAPP_MSG'))
  const ticketId = await company.ticket()
  await expect(say(bruno, '', { ticketId })).rejects.toMatchObject(refused('ERR_NO_TICKET_FOUND'))
  await say(admin, '', { ticketId, quotedMessageId: first })
  const mentions = [bruno.userId, carla.userId, admin.userId]
  await say(ana, '@Bruno Lima, vê isso?', { mentions })
  expect(await said()).toMatchObject([
    { body: 'oi' },
    { body: '', ticket_id: ticketId, quoted_message_id: first },
    { mentions: [bruno.userId], details: { mentions: [{ digits: 'Bruno Lima', name: 'Bruno Lima' }] } },
  ])
})

test('an owner who leaves is followed by the oldest member; the last one takes the chat along', async () => {
  const { ana, bruno, carla, id, make, say, choose, chat, said } = await world()
  await make([bruno.userId])
  await choose(ana, [bruno.userId, carla.userId])
  await say(ana, 'tchau')
  await runFor(db, ana, leaveChat, { id })
  expect(await chat()).toMatchObject({ owner_id: bruno.userId })
  await expect(say(ana, 'ainda?')).rejects.toMatchObject(refused('ERR_NO_CHAT_FOUND'))
  await runFor(db, carla, leaveChat, { id })
  await runFor(db, bruno, leaveChat, { id })
  expect([await chat(), await said()]).toEqual([undefined, []])
})

test('somebody who is deleted leaves their chats; what they said stays under their name', async () => {
  const { ana, bruno, admin, make, say, chat, members, said } = await world()
  await make([bruno.userId])
  await say(ana, 'guardem a receita')
  await runFor(db, admin, deleteUser, { id: ana.userId })
  expect(await members()).toEqual([bruno.userId])
  expect(await chat()).toMatchObject({ owner_id: bruno.userId })
  expect(await said()).toMatchObject([{ body: 'guardem a receita', sender_name: 'Pessoa', sender_id: ana.userId }])
  await runFor(db, admin, deleteUser, { id: bruno.userId })
  expect(await chat()).toBeUndefined()
})

test('a plan without it has no chat', async () => {
  const { company, bruno, make, say, ana } = await world()
  await make([bruno.userId])
  await db.sql`
    update plans set use_internal_chat = false where id = (select plan_id from companies where id = ${company.id})`
  await expect(say(ana, 'oi')).rejects.toMatchObject(refused('ERR_PLAN_FEATURE'))
  await expect(make([bruno.userId])).rejects.toMatchObject(refused('ERR_PLAN_FEATURE'))
})
