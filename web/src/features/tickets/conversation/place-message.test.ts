import { expect, test } from 'vitest'
import { placeOf } from './place-message.ts'

const message = (
  id: string,
  at: [number, number, number, number],
  fromMe = false,
  userId: string | null = null,
  participantId: string | null = null,
) => ({
  id,
  ticketId: 't',
  fromMe,
  userId,
  participantId,
  createdAt: new Date(2026, 0, ...at),
})

const layout = (args: Parameters<typeof message>[]) => {
  const messages = args.map((each) => message(...each))
  return messages.map((each, index) => {
    const { opensDay, first, last } = placeOf(messages[index - 1], each, messages[index + 1])
    return `${opensDay ? '|' : ''}${first ? '[' : ''}${each.id}${last ? ']' : ''}`
  })
}

test('one sender in one minute is one group', () => {
  expect(
    layout([
      ['a', [5, 10, 0, 1]],
      ['b', [5, 10, 0, 59]],
      ['c', [5, 10, 1, 0]],
    ]),
  ).toEqual(['|[a', 'b]', '[c]'])
})

test('another side, or a colleague, begins a group', () => {
  expect(
    layout([
      ['a', [5, 10, 0, 0]],
      ['b', [5, 10, 0, 1], true, 'ana'],
      ['c', [5, 10, 0, 2], true, 'rui'],
    ]),
  ).toEqual(['|[a]', '[b]', '[c]'])
})

test('each day begins with its pill', () => {
  expect(
    layout([
      ['a', [5, 23, 59, 59]],
      ['b', [6, 0, 0, 0]],
      ['c', [6, 0, 0, 1]],
    ]),
  ).toEqual(['|[a]', '|[b', 'c]'])
})

test('in a group each person has a group of bubbles', () => {
  expect(
    layout([
      ['a', [5, 10, 0, 0], false, null, 'ana'],
      ['b', [5, 10, 0, 1], false, null, 'ana'],
      ['c', [5, 10, 0, 2], false, null, 'rui'],
    ]),
  ).toEqual(['|[a', 'b]', '[c]'])
})
