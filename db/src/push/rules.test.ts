import { describe, expect, test } from 'vitest'
import {
  isNotified,
  isPushEndpoint,
  isToldOfMention,
  mentionPush,
  messagePush,
  type NotifiedTicket,
  type Person,
} from './rules.ts'

const person = (change: Partial<Person> = {}): Person => ({
  kind: 'user',
  companyId: 'c1',
  userId: 'u1',
  profile: 'user',
  queueIds: ['q1'],
  allTicket: false,
  ...change,
})
const ticket = (change: Partial<NotifiedTicket> = {}): NotifiedTicket => ({
  companyId: 'c1',
  status: 'open',
  userId: 'u1',
  queueId: 'q1',
  chatbot: false,
  unreadMessages: 1,
  ...change,
})
const inbound = { fromMe: false }
const pending = ticket({ status: 'pending', userId: null })

describe('of an open ticket', () => {
  test('its attendant is told, nobody else', () => {
    expect(isNotified(person(), inbound, ticket())).toBe(true)
    for (const other of [person({ userId: 'u2', allTicket: true }), person({ userId: 'u3', profile: 'admin' })]) {
      expect(isNotified(other, inbound, ticket())).toBe(false)
    }
  })

  test('an attendant who does not see its queue is not', () => {
    expect(isNotified(person({ queueIds: ['q2'] }), inbound, ticket())).toBe(false)
    expect(isNotified(person(), inbound, ticket({ queueId: null }))).toBe(false)
    expect(isNotified(person({ queueIds: [], profile: 'admin' }), inbound, ticket({ queueId: null }))).toBe(true)
  })
})

describe('of a pending ticket', () => {
  test('those of its queue who want pending ones are told', () => {
    expect(isNotified(person({ allTicket: true }), inbound, pending)).toBe(true)
    expect(isNotified(person(), inbound, pending)).toBe(false)
    expect(isNotified(person({ allTicket: true, queueIds: ['q2'] }), inbound, pending)).toBe(false)
  })

  test('an admin who wants them is told of all, also of those without a queue', () => {
    const admin = person({ profile: 'admin', queueIds: [], allTicket: true })
    expect(isNotified(admin, inbound, pending)).toBe(true)
    expect(isNotified(admin, inbound, { ...pending, queueId: null })).toBe(true)
    expect(isNotified({ ...admin, allTicket: false }, inbound, pending)).toBe(false)
    expect(isNotified({ ...admin, profile: 'supervisor' }, inbound, pending)).toBe(false)
  })
})

test.each([
  ['another company', inbound, { companyId: 'c2' }],
  ['an own message', { fromMe: true }, {}],
  ['a ticket that a bot answers', inbound, { chatbot: true }],
  ['a ticket that was read meanwhile', inbound, { unreadMessages: 0 }],
  ['a closed ticket', inbound, { status: 'closed' }],
] as const)('of %s nobody is told', (_what, message, change) => {
  for (const who of [person({ allTicket: true }), person({ profile: 'admin', allTicket: true })]) {
    expect(isNotified(who, message, ticket(change))).toBe(false)
    expect(isNotified(who, message, { ...pending, unreadMessages: 0, ...change })).toBe(false)
  }
})

describe('of a mention', () => {
  const mention = { companyId: 'c1', queueId: 'q1', archived: false, userId: 'u1', seenAt: null }

  test('who is mentioned is told while they may see the ticket and have not seen the note', () => {
    expect(isToldOfMention(person(), mention)).toBe(true)
    expect(isToldOfMention(person({ profile: 'admin', queueIds: [] }), { ...mention, queueId: null })).toBe(true)
  })

  test.each([
    ['somebody else', { userId: 'u2' }, {}],
    ['another company', { companyId: 'c2' }, {}],
    ['who does not see the queue', { profile: 'supervisor', queueIds: ['q2'] }, {}],
    ['a ticket without a queue', {}, { queueId: null }],
    ['what was seen', {}, { seenAt: new Date() }],
    ['what is archived', {}, { archived: true }],
  ] as const)('not %s', (_what, who, change) => {
    expect(isToldOfMention(person(who), { ...mention, ...change })).toBe(false)
  })

  test('a notification says who, of whom, and what, and fits a push message', () => {
    const of = { userId: 'u1', ticketId: 't1', noteId: 'n1', author: 'Rui', contact: { name: 'Ana', number: null } }
    const said = { kind: 'mention', userId: 'u1', ticketId: 't1', noteId: 'n1', author: 'Rui', contact: 'Ana' }
    expect(mentionPush({ ...of, text: '@Bia liga?' })).toEqual({ ...said, body: '@Bia liga?' })
    expect(mentionPush({ ...of, author: null, text: null })).toEqual({ ...said, author: '' })
    const marks = `a${'\u0301'.repeat(9000)}`
    const longest = mentionPush({ ...of, author: marks, contact: { name: marks, number: null }, text: marks })
    expect(Buffer.byteLength(JSON.stringify(longest))).toBeLessThan(3900)
  })
})

describe('a notification', () => {
  const of = { userId: 'u1', ticketId: 't1', contact: { name: 'Ana', number: '5511' }, text: 'Oi', unread: 3 }

  test('says who wrote what', () => {
    expect(messagePush(of)).toEqual({
      kind: 'message',
      userId: 'u1',
      ticketId: 't1',
      title: 'Ana',
      body: 'Oi',
      unread: 3,
    })
  })

  test('has no body when there is no text or nobody may read it', () => {
    expect(messagePush({ ...of, text: null })).not.toHaveProperty('body')
    expect(messagePush({ ...of, text: ' \n' })).not.toHaveProperty('body')
  })

  test('is cut between characters, never inside one', () => {
    const { body } = messagePush({ ...of, text: '👩🏽‍🌾'.repeat(150) })
    expect(body).toBe(`${'👩🏽‍🌾'.repeat(140)}…`)
    expect(messagePush({ ...of, text: 'a'.repeat(140) }).body).toBe('a'.repeat(140))
  })

  test('fits a push message, whatever somebody wrote', () => {
    const family = '👨‍👩‍👧‍👦'.repeat(300)
    const marks = `a${'\u0301'.repeat(9000)}`
    for (const text of [family, marks, marks.repeat(20), '\u0001"'.repeat(9000), '漢'.repeat(9000)]) {
      const payload = messagePush({ ...of, contact: { name: text, number: null }, text })
      expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(3900)
    }
  })

  test('of a contact without name has the number', () => {
    expect(messagePush({ ...of, contact: { name: '', number: '5511' } }).title).toBe('5511')
  })
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true, true],
  ['https://127.0.0.1/x', true, true],
  ['http://127.0.0.1:9/x', false, true],
  ['http://localhost/x', false, true],
  ['http://example.com/x', false, false],
  ['http://127.0.0.1.example.com/x', false, false],
  ['https://user:secret@example.com/', false, false],
  ['ftp://example.com/', false, false],
  ['javascript:alert(1)', false, false],
  ['not a URL', false, false],
])('%s may be an endpoint: %s; with loopback: %s', (url, strict, loopback) => {
  expect(isPushEndpoint(url, false)).toBe(strict)
  expect(isPushEndpoint(url, true)).toBe(loopback)
})
