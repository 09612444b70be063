import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayKey } from '../../../lib/text/date-time.ts'
import { daysOf, isSignedBefore, placeOf, saidAt } from './place-message.ts'

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
  sentAt: null as Date | null,
})

const layout = (args: Parameters<typeof message>[]) => {
  const messages = args.map((each) => message(...each))
  return drawn(messages)
}

const drawn = (messages: readonly ReturnType<typeof message>[]) => {
  const days = daysOf(messages)
  return messages.map((each, index) => {
    const { day, dated, first, last } = placeOf(messages, index, days)
    const pill = day === null ? '' : `${new Date(day).getDate()}|`
    return `${pill}${first ? '[' : ''}${each.id}${dated ? '*' : ''}${last ? ']' : ''}`
  })
}

test('one sender in one minute is one group', () => {
  expect(
    layout([
      ['a', [5, 10, 0, 1]],
      ['b', [5, 10, 0, 59]],
      ['c', [5, 10, 1, 0]],
    ]),
  ).toEqual(['5|[a', 'b]', '[c]'])
})

test('another side, or a colleague, begins a group', () => {
  expect(
    layout([
      ['a', [5, 10, 0, 0]],
      ['b', [5, 10, 0, 1], true, 'ana'],
      ['c', [5, 10, 0, 2], true, 'rui'],
    ]),
  ).toEqual(['5|[a]', '[b]', '[c]'])
})

test('each day begins with its pill', () => {
  expect(
    layout([
      ['a', [5, 23, 59, 59]],
      ['b', [6, 0, 0, 0]],
      ['c', [6, 0, 0, 1]],
    ]),
  ).toEqual(['5|[a]', '6|[b', 'c]'])
})

test('in a group each person has a group of bubbles', () => {
  expect(
    layout([
      ['a', [5, 10, 0, 0], false, null, 'ana'],
      ['b', [5, 10, 0, 1], false, null, 'ana'],
      ['c', [5, 10, 0, 2], false, null, 'rui'],
    ]),
  ).toEqual(['5|[a', 'b]', '[c]'])
})

test('of those that a group signs the first one shows it, also behind a picture without words', () => {
  const said = (['a', 'b', 'c', 'd', 'e'] as const).map((id, index) => ({
    ...message(id, [5, 10, id === 'e' ? 1 : 0, index], true, 'rui'),
    isSigned: id !== 'a',
  }))
  const days = daysOf(said)
  const hidden = said.filter((_, index) => isSignedBefore(said, index, days, ({ isSigned }) => isSigned))
  expect(hidden.map(({ id }) => id)).toEqual(['c', 'd'])
})

describe('what WhatsApp delivers late', () => {
  const late = (id: string, said: [number, number, number], came: [number, number, number], fromMe = false) => ({
    ...message(id, [...came, 0], fromMe),
    sentAt: fromMe ? null : new Date(2026, 0, ...said),
  })

  test('after an outage stands under the days on which it was said, each at its own time', () => {
    expect(
      drawn([
        late('a', [5, 18, 0], [5, 18, 0]),
        late('b', [5, 20, 0], [6, 8, 0]),
        late('c', [5, 21, 0], [6, 8, 0]),
        late('d', [6, 7, 0], [6, 8, 0]),
      ]),
    ).toEqual(['5|[a]', '[b]', '[c]', '6|[d]'])
  })

  test('among what was written meanwhile says its own date: the days don’t go back', () => {
    expect(
      drawn([
        late('a', [6, 7, 0], [6, 7, 0], true),
        late('b', [5, 22, 0], [6, 8, 0]),
        late('c', [6, 8, 5], [6, 8, 5], true),
      ]),
    ).toEqual(['6|[a]', '[b*]', '[c]'])
  })

  test('by a clock that is ahead holds up no day', () => {
    expect(
      drawn([late('a', [9, 10, 0], [5, 10, 0]), late('b', [5, 11, 0], [5, 11, 0]), late('c', [6, 9, 0], [6, 9, 0])]),
    ).toEqual(['5|[a*]', '[b]', '6|[c]'])
  })

  const instant = fc.date({ min: new Date(2026, 0, 1), max: new Date(2026, 0, 6), noInvalidDate: true })
  const messages = fc.array(
    fc
      .record({ sentAt: fc.option(instant), createdAt: instant })
      .map((times) => ({ ...message('m', [1, 0, 0, 0]), ...times })),
  )

  test('whatever the clocks say: days only go forward, and a time without a date is of the day above it', () => {
    fc.assert(
      fc.property(messages, (all) => {
        const days = daysOf(all)
        expect(days).toEqual(days.toSorted((a, b) => a - b))
        for (const [index, each] of all.entries()) {
          const { dated, first, day } = placeOf(all, index, days)
          expect(dated).toBe(dayKey(saidAt(each)) !== dayKey(new Date(days[index] ?? 0)))
          if (day !== null) expect(first).toBe(true)
        }
      }),
    )
  })
})
