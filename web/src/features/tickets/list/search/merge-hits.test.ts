import { expect, test } from 'vitest'
import { mergeHits, type Hit } from './merge-hits.ts'

const hit = (ticketId: string, messageId: string | null = null): Hit => ({ ticketId, messageId, text: null, row: null })
const told = (complete: boolean, ...hits: Hit[]) => ({ complete, hits })
const shown = (hits: Hit[]) => hits.map(({ ticketId, messageId }) => ticketId + (messageId ?? '')).join(' ')

test('each ticket once, as the first source that has it says', () => {
  const names = told(true, hit('a'), hit('b'))
  const messages = told(true, hit('b', '1'), hit('c', '2'), hit('c', '3'))
  expect(shown(mergeHits([names, messages, told(true, hit('c'), hit('d'))]))).toBe('a b c2 d')
})

test('a source waits for the end of the one before: nothing is put in between later', () => {
  expect(shown(mergeHits([told(false, hit('a')), told(true, hit('b'))]))).toBe('a')
  expect(shown(mergeHits([told(true), told(false, hit('b')), told(true, hit('c'))]))).toBe('b')
})
