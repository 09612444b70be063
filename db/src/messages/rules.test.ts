import { expect, test } from 'vitest'
import { isDeletable, isEditable, isEmoji, isForwardable, isReactable, isYounger } from './rules.ts'

test.each(['👍', '❤', '❤️', '👩🏽‍🍳', '🇧🇷', '👨‍👩‍👧‍👦', '1️⃣'])('%s is one emoji', (text) => {
  expect(isEmoji(text)).toBe(true)
})

test.each(['', 'a', '1', ' ', '👍👍', '👍 ', 'ok👍', '!', '🇧🇷🇦🇷'])('%j is not one emoji', (text) => {
  expect(isEmoji(text)).toBe(false)
})

const own = {
  fromMe: true,
  isDeleted: false,
  ack: 1,
  mediaType: 'chat',
  body: 'oi',
  isViewOnce: false,
  mediaHash: null,
}

test.each([
  ['own text', {}, { edit: true, remove: true, react: true, forward: true }],
  ['own text on its way', { ack: 0 }, { edit: true, remove: true, react: true, forward: true }],
  ['refused text', { ack: -1 }, { edit: false, remove: false, react: false, forward: true }],
  ['deleted', { isDeleted: true }, { edit: false, remove: false, react: false, forward: false }],
  ['of the customer', { fromMe: false }, { edit: false, remove: false, react: true, forward: true }],
  [
    'picture',
    { mediaType: 'image', body: '', mediaHash: 'a' },
    { edit: false, remove: true, react: true, forward: true },
  ],
  [
    'picture with caption',
    { mediaType: 'image', mediaHash: 'a' },
    { edit: true, remove: true, react: true, forward: true },
  ],
  ['file that never came', { mediaType: 'image' }, { edit: true, remove: true, react: true, forward: false }],
  ['view-once', { isViewOnce: true }, { edit: true, remove: true, react: true, forward: false }],
  ['call', { mediaType: 'call_log', fromMe: false }, { edit: false, remove: false, react: false, forward: false }],
])('%s', (_, change, expected) => {
  const message = { ...own, ...change }
  expect({
    edit: isEditable(message),
    remove: isDeletable(message),
    react: isReactable(message),
    forward: isForwardable(message),
  }).toEqual(expected)
})

test('the limit itself is still in time', () => {
  const message = { createdAt: new Date(0) }
  expect([isYounger(message, 1_000, new Date(1_000)), isYounger(message, 1_000, new Date(1_001))]).toEqual([
    true,
    false,
  ])
})
