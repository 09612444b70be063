import { expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

const json = (value: unknown) => readAnswer(JSON.stringify(value), 'application/json')
const id = '01a1fdf3-cbc3-7686-a9ba-6000000000a1'

test('replies are texts, or texts with a pause and a file', () => {
  expect(json({ replies: ['Olá', { text: 'Veja', delayMs: 500, mediaUrl: 'https://x.example/a.png' }] })).toEqual({
    replies: [
      { text: 'Olá', delayMs: 0, mediaUrl: undefined },
      { text: 'Veja', delayMs: 500, mediaUrl: 'https://x.example/a.png' },
    ],
    next: { kind: 'wait' },
  })
  expect(json([{ replies: ['Olá'] }])).toMatchObject({ replies: [{ text: 'Olá' }] })
})

test('it may hand over, move and close', () => {
  expect(json({ next: { kind: 'people' } })?.next).toEqual({ kind: 'people', reason: 'asked' })
  expect(json({ next: { kind: 'transfer', queueId: id } })?.next).toEqual({ kind: 'transfer', queueId: id })
  expect(json({ replies: ['Tchau'], next: { kind: 'close' } })?.next).toEqual({ kind: 'close' })
})

test.each([
  ['', undefined],
  ['OK', 'text/plain'],
  ['{"message":"Workflow was started"}', 'application/json'],
  ['{}', 'application/json'],
])('%j says nothing', (body, type) => {
  expect(readAnswer(body, type)).toEqual({ replies: [], next: { kind: 'wait' } })
})

test.each([
  '<!doctype html><html><body>Login</body></html>',
  '[1,2,3]',
  '"texto"',
  '{"replies":"Olá"}',
  '{"replies":[{"text":7}]}',
  '{"replies":[[["Olá"]]]}',
  JSON.stringify({ replies: Array.from({ length: 1_000 }, () => 'x') }),
  '{"next":{"kind":"transfer","queueId":"Vendas"}}',
  '{"next":{"kind":"delete"}}',
  '['.repeat(65_536),
  '{"replies":'.repeat(3_000),
])('nonsense is people’s: %#', (body) => {
  expect(readAnswer(body, 'text/html')).toBeNull()
})
