import { newId } from 'db/kit/new-id.ts'
import type { PushPayload } from 'db/push/payload.ts'
import { expect, test } from 'vitest'
import { conversationOf, notificationOf, parsePush } from './notification.ts'

const ticketId = newId()
const chat = { kind: 'chat', userId: 'u', chatId: ticketId, title: 'Padaria', body: 'Ana: oi', unread: 2 } as const
const message = { kind: 'message', userId: 'u', ticketId, title: 'Ana', body: 'Oi', unread: 2 } as const

test('a message is shown under its contact and replaces the one before', () => {
  expect(notificationOf(message, ['pt-BR'])).toMatchObject({
    title: 'Ana',
    options: { body: 'Oi', tag: ticketId, renotify: true, data: { ticketId } },
  })
})

test('without text it says that there is one, in the device’s language', () => {
  const { body: _, ...discreet } = message
  const bodyIn = (...languages: string[]) => notificationOf(discreet, languages).options.body
  expect(bodyIn('pt-PT')).toBe('Nova mensagem')
  expect(bodyIn('fr', 'es-MX', 'en')).toBe('Mensaje nuevo')
  expect(bodyIn('en-GB')).toBe('New message')
  expect(bodyIn('fr')).toBe('Nova mensagem')
})

test('a push that is none of ours is nothing', () => {
  expect(parsePush(JSON.stringify(message))).toEqual(message)
  for (const text of ['', 'oi', '{}', JSON.stringify({ ...message, ticketId: '../login' }), '{"kind":"new"}']) {
    expect(parsePush(text)).toBeNull()
  }
})

test('a click leads to the conversation; a test notification to none', () => {
  const clicked = (push: PushPayload) => conversationOf(notificationOf(push, []).options.data)
  expect(clicked(message)).toEqual({ kind: 'ticket', id: ticketId })
  expect(clicked(chat)).toEqual({ kind: 'chat', id: ticketId })
  expect(clicked({ kind: 'test', userId: 'u' })).toBeNull()
  // As versions before the team's chat have shown them.
  expect(conversationOf({ ticketId })).toEqual({ kind: 'ticket', id: ticketId })
  expect(conversationOf({ ticketId: 'https://example.com' })).toBeNull()
  expect(conversationOf(undefined)).toBeNull()
})

test('a mention says who and of whom, has a place of its own, and leads to the note', () => {
  const noteId = newId()
  const mention = {
    kind: 'mention',
    userId: 'u',
    ticketId,
    noteId,
    author: 'Rui',
    contact: 'Ana',
    body: 'Liga?',
  } as const
  expect(parsePush(JSON.stringify(mention))).toEqual(mention)
  const shown = notificationOf(mention, ['pt-BR'])
  expect(shown).toMatchObject({ title: 'Rui mencionou você', options: { body: 'Ana: Liga?', tag: noteId } })
  expect(conversationOf(shown.options.data)).toEqual({ kind: 'ticket', id: ticketId, noteId })
  const { body: _, ...discreet } = mention
  expect(notificationOf({ ...discreet, author: '' }, ['es'])).toMatchObject({
    title: 'Te mencionaron',
    options: { body: 'Ana' },
  })
})
