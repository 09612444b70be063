// Many messages within one tick, from strangers, from known people whose tickets are closed, and into open tickets: the real Baileys.
import { expect, test, vi } from 'vitest'
import { shop, useDesk, type Desk } from '../test-desk.ts'

let desk: Desk
useDesk(async (opened) => {
  desk = opened
  await desk.startWorker()
  await desk.link()
})

const people = Array.from({ length: 50 }, (_, n) => ({ number: `55119777${String(10_000 + n)}`, name: `Cliente ${n}` }))
const textsOf = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name} ${n + 1}`)

/** Each of `who` writes `count` messages in the same tick; resolves when as many more are stored. */
async function burst(who: readonly { number: string; name: string }[], word: string, count: number) {
  const before = (await desk.messages()).length
  for (const person of who) {
    const phone = desk.simulator.phone(person)
    for (const text of textsOf(word, count)) void phone.sendText(shop.number, text)
  }
  const expected = before + who.length * count
  const stored = async () => (await desk.db.sql`select from messages`).count
  await vi.waitUntil(async () => (await stored()) >= expected, { interval: 50 })
  expect(await desk.messages()).toHaveLength(expected)
}

/** By number: the texts of `word` in the order of the conversation, and the tickets that are not closed. */
async function conversations(word: string) {
  const [messages, tickets, contacts] = await Promise.all([desk.messages(), desk.tickets(), desk.contacts()])
  return contacts.map((contact) => ({
    number: contact.number,
    texts: messages
      .filter(({ contactId, body }) => contactId === contact.id && body.startsWith(word))
      .map(({ body }) => body),
    tickets: tickets
      .filter(({ contactId, status }) => contactId === contact.id && status !== 'closed')
      .map(({ unreadMessages, lastMessage }) => ({ unreadMessages, lastMessage })),
  }))
}

test('bursts of strangers, of people with closed tickets and into open tickets keep one ticket each and their order', async () => {
  const each = (word: string, count: number, unreadMessages: number) => ({
    texts: textsOf(word, count),
    tickets: [{ unreadMessages, lastMessage: `${word} ${count}` }],
  })
  await burst(people, 'primeira', 3)
  const first = await conversations('primeira')
  expect(new Set(first.map(({ number }) => number))).toEqual(new Set(people.map(({ number }) => number)))
  expect(first).toHaveLength(people.length)
  for (const { number: _number, ...found } of first) expect(found).toEqual(each('primeira', 3, 3))

  // Closed long ago: they are not taken up again, a new one is opened.
  await desk.db.sql`update tickets set status = 'closed', unread_messages = 0, closed_at = now() - interval '1 day'`
  await burst(people, 'segunda', 3)
  for (const { number: _number, ...found } of await conversations('segunda'))
    expect(found).toEqual(each('segunda', 3, 3))
  expect(await desk.tickets()).toHaveLength(2 * people.length)

  await desk.db
    .sql`update tickets set status = 'open', unread_messages = 0, accepted_at = now() where status = 'pending'`
  await burst(people, 'terceira', 5)
  for (const { number: _number, ...found } of await conversations('terceira'))
    expect(found).toEqual(each('terceira', 5, 5))
  expect(await desk.tickets()).toHaveLength(2 * people.length)
}, 120_000)
