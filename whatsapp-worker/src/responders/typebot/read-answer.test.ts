import { describe, expect, test } from 'vitest'
import { readTypebotAnswer, replyTo } from './read-answer.ts'
import { textOfRich } from './rich-text.ts'

const text = (words: string, id = 'm') => ({
  id,
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text: words }] }] },
})

test('rich text is written as WhatsApp does', () => {
  const blocks = [
    {
      type: 'p',
      children: [{ text: 'Olá ' }, { text: 'Ana ', bold: true }, { text: 'tudo bem?', italic: true, underline: true }],
    },
    { type: 'p', children: [{ text: '' }] },
    { type: 'ol', children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: 'um' }] }] }] },
    { type: 'a', url: 'https://x.example', children: [{ text: 'Site' }] },
  ]
  expect(textOfRich(blocks)).toBe('Olá *Ana* _tudo bem?_\n\n1. um\nSite (https://x.example)')
})

test('what is nested without end is read to a depth', () => {
  let node: object = { text: 'x' }
  for (let depth = 0; depth < 5_000; depth++) node = { type: 'p', children: [node] }
  expect(textOfRich([node])).toBe('')
  expect(textOfRich('x')).toBe('')
})

test('choices are listed by their numbers; a number or the words choose', () => {
  const input = {
    id: 'i',
    type: 'choice input',
    items: [
      { id: 'a', content: 'Vendas' },
      { id: 'b', content: 'Suporte' },
    ],
  }
  const answer = readTypebotAnswer({ sessionId: 's', messages: [text('Sobre o quê?')], input })
  expect(answer?.bubbles.map((each) => 'text' in each && each.text)).toEqual([
    'Sobre o quê?',
    '*1* - Vendas\n*2* - Suporte',
  ])
  const asked = answer?.input ?? null
  expect(['2', ' vendas ', '3', 'outra'].map((said) => replyTo(asked, said.trim()))).toEqual([
    'Suporte',
    'Vendas',
    '3',
    'outra',
  ])
  const several = { ...input, options: { isMultipleChoice: true } }
  expect(replyTo(readTypebotAnswer({ messages: [], input: several })?.input ?? null, '1, 2')).toBe('Vendas, Suporte')
})

test('a pause stands before what comes after it', () => {
  const wait = { type: 'wait', lastBubbleBlockId: 'a', wait: { secondsToWaitFor: 3 }, expectsDedicatedReply: true }
  const answer = readTypebotAnswer({ messages: [text('um', 'a'), text('dois', 'b')], clientSideActions: [wait] })
  expect(answer?.bubbles.map(({ pauseMs }) => pauseMs)).toEqual([0, 3000])
  expect(answer).toMatchObject({ goesOn: true, wantsMore: false })
})

describe('commands', () => {
  const id = '01a1fdf3-cbc3-7686-a9ba-6000000000a1'
  test.each([
    ['#{"stopBot":true}', { kind: 'stop' }],
    [`#{"queueId":"${id}"}`, { kind: 'transfer', queueId: id, userId: null }],
    [`#{"queueId":"${id}","userId":"${id}"}`, { kind: 'transfer', queueId: id, userId: id }],
  ])('%s', (words, command) => {
    expect(readTypebotAnswer({ messages: [text(words)] })).toMatchObject({ command, bubbles: [] })
  })
  test.each(['#{"queueId":3}', '#{"queueId":"x\' or 1=1"}', '#{nonsense', '#oi'])('%s is text', (words) => {
    expect(readTypebotAnswer({ messages: [text(words)] })).toMatchObject({ command: null, bubbles: [{ text: words }] })
  })
})

test.each(['scriptToExecute', 'setVariable', 'httpRequestToExecute'])('%s is never run', (type) => {
  expect(readTypebotAnswer({ messages: [], clientSideActions: [{ type }] })).toMatchObject({ wantsMore: true })
})

test.each([
  ['<html>', null],
  [null, null],
  [[], null],
  [{ messages: 'x' }, null],
  [{ messages: Array.from({ length: 5_000 }, () => text('x')) }, null],
  [{ messages: [], input: { id: 1 } }, null],
  [{ sessionId: 'x'.repeat(9_000) }, null],
])('nonsense is people’s: %#', (body, answer) => {
  expect(readTypebotAnswer(body)).toBe(answer)
})

test('kinds that are not known are left out', () => {
  expect(
    readTypebotAnswer({
      messages: [{ type: 'hologram', content: {} }, 3, { type: 'image', content: { url: 'https://x' } }],
    })?.bubbles,
  ).toEqual([{ url: 'https://x', pauseMs: 0 }])
})
