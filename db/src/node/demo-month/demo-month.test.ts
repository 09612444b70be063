import { expect, test } from 'vitest'
import { connect } from '../connect.ts'
import { seedDemo } from '../seed.ts'
import { testDatabase } from '../testing/test-database.ts'
import { makeDemoMonth } from './demo-month.ts'
import type { Place } from './place.ts'
import { trafficOf } from './traffic.ts'

const now = new Date('2026-11-20T15:00:00Z')
const size = { days: 40, tickets: 150, messages: 3_000 }

const place: Place = {
  companyId: 'c',
  connectionId: 'n',
  archiveAfterDays: 14,
  clockAhead: -180,
  queues: new Map([
    ['Vendas', 'v'],
    ['Financeiro', 'f'],
    ['Entregas', 'e'],
  ]),
  attendants: [
    { id: 'a', name: 'Ana', login: 'helena', queues: ['Vendas', 'Financeiro'] },
    { id: 'b', name: 'Bia', login: 'livia', queues: ['Entregas'] },
  ],
  tags: [
    { id: 't', isLane: false },
    { id: 'l', isLane: true },
  ],
}

test('the same seed makes the same month, another another', () => {
  expect(trafficOf(1, place, size, now)).toEqual(trafficOf(1, place, size, now))
  expect(trafficOf(2, place, size, now)).not.toEqual(trafficOf(1, place, size, now))
})

test('nothing of it is still to come, and each moment follows the one before', () => {
  const { tickets, messages, ticket_cycles } = trafficOf(3, place, size, now)
  expect(tickets).toHaveLength(size.tickets)
  expect(messages).toHaveLength(size.messages)
  for (const { started_at, accepted_at, closed_at } of ticket_cycles) {
    const moments = [started_at, accepted_at, closed_at, now].filter((moment) => moment !== null)
    const times = moments.map((moment) => new Date(moment as string | Date).getTime())
    expect(times.toSorted((a, b) => a - b)).toEqual(times)
  }
  expect(messages.filter(({ created_at }) => String(created_at) > now.toISOString())).toEqual([])
})

test('the team talks, and each has the last thing that others said still to read', () => {
  const { chats, chat_members, chat_messages } = trafficOf(4, place, size, now)
  expect(chats.map(({ title }) => title)).toEqual(['Equipe Aurora', 'Entregas de hoje', 'Helena e Lívia'])
  for (const { id, last_message_at } of chats) {
    const times = chat_messages.filter(({ chat_id }) => chat_id === id).map(({ created_at }) => String(created_at))
    expect(times.length).toBeGreaterThan(30)
    expect(times.toSorted()).toEqual(times)
    expect(new Set(times).size).toBe(times.length)
    expect(times.at(-1)).toBe(last_message_at)
    const unread = chat_members.filter((member) => member.chat_id === id && member.read_until !== last_message_at)
    expect(unread).toHaveLength(1)
  }
})

test('its rows are those of a company that worked: figures, leads, open tickets and counts follow; once', async () => {
  const { url, drop } = await testDatabase()
  await seedDemo(url)
  const made = await makeDemoMonth(url, { seed: 1, now, size })
  expect(made).toMatchObject({ tickets: size.tickets, messages: size.messages, ticket_cycles: size.tickets })
  const { sql, end } = connect(url)
  const [row] = await sql`
    select (select count(*) from ticket_cycles where not is_group)::int = sum(opened) as opened, sum(leads) > 20 as leads, sum(ratings) > 10 as ratings,
      (select count(*) from tickets where status <> 'closed')::int as open,
      (select count(*) from ticket_cycles y join tickets t on t.id = y.ticket_id where (y.closed_at is null) <> (t.status <> 'closed'))::int as torn,
      (select count(*) from (select x.ticket_id from ticket_tags x join tags g on g.id = x.tag_id where g.kanban group by 1 having count(*) > 1) two)::int as lanes,
      (select count(*) from chats c join chat_messages m on m.chat_id = c.id and m.created_at = c.last_message_at)::int as chats,
      (select count(*) from tickets where archived)::int > 20 as archived
    from figure_days`
  expect(row).toEqual({
    opened: true,
    leads: true,
    ratings: true,
    open: 2,
    torn: 0,
    lanes: 0,
    chats: 3,
    archived: true,
  })
  await expect(makeDemoMonth(url, { now, size })).rejects.toThrow('already')
  await end()
  await drop()
})
