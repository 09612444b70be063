// Very many messages that waited on WhatsApp while no worker ran: all stored, in order, one ticket a contact.
// OFFLINE_MESSAGES=10000 (a multiple of the people) for more of them than the suite has time for.
import { expect, test, vi } from 'vitest'
import { openDesk, shop } from '../test-desk.ts'

const count = Number(process.env['OFFLINE_MESSAGES'] ?? 500)
const people = Array.from({ length: 100 }, (_, n) => ({
  number: `55119666${String(10_000 + n)}`,
  name: `Cliente ${n}`,
}))

test(`${count} messages that came while we were away`, async () => {
  const desk = await openDesk()
  try {
    const before = await desk.startWorker()
    await desk.link()
    await before.stop()
    const phones = people.map((person) => desk.simulator.phone(person))
    const everyone = Array.from({ length: count / people.length }, () => phones).flat()
    await Promise.all(everyone.map((phone, n) => phone.sendText(shop.number, `${n}`)))

    await desk.startWorker()
    const stored = async () => (await desk.db.sql`select from messages`).count
    await vi.waitUntil(async () => (await stored()) >= count, { timeout: 600_000, interval: 100 })
    const messages = await desk.messages()
    const tickets = await desk.tickets()
    expect(messages).toHaveLength(count)
    expect(tickets).toHaveLength(people.length)
    const said = Map.groupBy(messages, ({ ticketId }) => ticketId)
    for (const { id, unreadMessages, lastMessage } of tickets) {
      const places = (said.get(id) ?? []).map(({ body }) => Number(body))
      const first = places[0] ?? 0
      expect(places).toEqual(places.map((_, n) => first + n * people.length))
      expect({ unreadMessages, lastMessage }).toEqual({
        unreadMessages: places.length,
        lastMessage: `${places.at(-1)}`,
      })
    }
  } finally {
    await desk.close()
  }
}, 660_000)
