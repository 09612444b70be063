import * as fc from 'fast-check'
import { expectCheapToRead, hostileText } from 'db/kit/texts/test-hostile-texts.ts'
import { expect, test } from 'vitest'
import { parseMarkup, plainText, splitMentions, type Markup } from './message-markup.ts'

const text = (value: string) => ({ kind: 'text', text: value })

test('marks become elements, one in another too', () => {
  expect(parseMarkup('oi *forte* _fino_ ~fora~ `x=1`')).toEqual([
    text('oi '),
    { kind: 'strong', children: [text('forte')] },
    text(' '),
    { kind: 'em', children: [text('fino')] },
    text(' '),
    { kind: 'del', children: [text('fora')] },
    text(' '),
    { kind: 'code', text: 'x=1' },
  ])
  expect(parseMarkup('*muito _bom_*')).toEqual([
    { kind: 'strong', children: [text('muito '), { kind: 'em', children: [text('bom')] }] },
  ])
})

test.each(['2*3*4', '* a *', 'snake_case_name', '*aberto', 'a * b', '**', '*linha\noutra*'])(
  '%s stays text',
  (value) => {
    expect(parseMarkup(value)).toEqual([text(value)])
  },
)

test('links open where they point; closing punctuation is not part of them', () => {
  expect(parseMarkup('veja https://a.example/b?c=1_2_3.')).toEqual([
    text('veja '),
    { kind: 'link', href: 'https://a.example/b?c=1_2_3', text: 'https://a.example/b?c=1_2_3' },
    text('.'),
  ])
  expect(parseMarkup('(www.a.example)')).toEqual([
    text('('),
    { kind: 'link', href: 'https://www.a.example', text: 'www.a.example' },
    text(')'),
  ])
})

test('no other scheme and no HTML comes through', () => {
  const value = 'javascript:alert(1) <img src=x onerror=alert(1)> data:text/html,x'
  expect(parseMarkup(value)).toEqual([text(value)])
})

test('a preview has no marks', () => {
  expect(plainText('*Ana:* veja `isto` em https://a.example')).toBe('Ana: veja isto em https://a.example')
})

test('a block of code keeps its lines and is not read for marks', () => {
  expect(parseMarkup('veja:\n```\n*a*\n  `b`\n```')).toEqual([text('veja:\n'), { kind: 'code', text: '*a*\n  `b`' }])
  expect(parseMarkup('``````')).toEqual([text('``````')])
})

test('who is mentioned is told from other numbers', () => {
  const ana = { digits: '5511999', name: 'Ana' }
  expect(splitMentions('oi @5511999, e @5511?', [ana])).toEqual(['oi ', ana, ', e @5511?'])
  expect(splitMentions('@5511999', [ana])).toEqual([ana])
  expect(splitMentions('nada', [ana])).toEqual(['nada'])
})

test.each(['https://', 'www...', 'https://...', 'www.)'])('%s is no link', (value) => {
  expect(parseMarkup(value)).toEqual([text(value)])
})

test('an address keeps the brackets that it opened, and ends before letters are turned around', () => {
  const link = (url: string) => ({ kind: 'link', href: url, text: url })
  expect(parseMarkup('(https://a.example/b_(c))')).toEqual([text('('), link('https://a.example/b_(c)'), text(')')])
  expect(parseMarkup('https://a.example/\u202Eelpmaxe')).toEqual([link('https://a.example/'), text('\u202Eelpmaxe')])
})

const textOf = (node: Markup): string => ('children' in node ? node.children.map(textOf).join('') : node.text)
const signs = /[*_~`\n]/g

test('nothing that was written is lost but signs', () => {
  fc.assert(
    fc.property(hostileText, (value) => {
      expect(parseMarkup(value).map(textOf).join('').replaceAll(signs, '')).toBe(value.replaceAll(signs, ''))
    }),
    { numRuns: 2000 },
  )
})

test('whatever 64 KB hold, they are read in about the time of any other', () => {
  // Some milliseconds; what looked again from each bracket took seconds, and ended with the stack.
  expectCheapToRead(500, plainText, { pairs: 300 })
})
