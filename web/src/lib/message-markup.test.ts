import { expect, test } from 'vitest'
import { parseMarkup, plainText, splitMentions } from './message-markup.ts'

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
