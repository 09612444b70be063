import { expectCheap } from 'db/kit/texts/test-hostile-texts.ts'
import { expect, test } from 'vitest'
import { readVcard } from './vcard.ts'

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n')

test('a card as WhatsApp writes it', () => {
  const vcard = card(
    'N:Silva;Ana;;;',
    'FN:Ana Silva',
    'item1.TEL;waid=5511988887777:+55 11 98888-7777',
    'item1.X-ABLabel:Celular',
    'TEL;type=CELL:+55 (11) 3222-1111',
  )
  expect(readVcard(vcard, '')).toEqual({ name: 'Ana Silva', numbers: ['5511988887777', '551132221111'] })
  expect(readVcard(vcard, 'Aninha').name).toBe('Aninha')
})

test.each([
  ['nothing', '', { name: '', numbers: [] }],
  ['no card at all', '<script>alert(1)</script>', { name: '', numbers: [] }],
  ['a folded line', card('FN:Ana', ' Maria'), { name: 'AnaMaria', numbers: [] }],
  ['escapes', card(String.raw`FN:Silva\, Ana\; filha\nde José`), { name: 'Silva, Ana; filha de José', numbers: [] }],
  ['a waid that is no number', card('TEL;waid=../../etc:12345'), { name: '', numbers: ['12345'] }],
  ['the same number twice', card('TEL:123456', 'TEL:12-34-56'), { name: '', numbers: ['123456'] }],
  ['a number without digits', card('TEL:oi'), { name: '', numbers: [] }],
])('%s', (_, vcard, expected) => {
  expect(readVcard(vcard, '')).toEqual(expected)
})

test('what is far too long is cut, and does not take long', () => {
  const hostile = card(`FN:${'a'.repeat(100_000)}`)
  const many = card(...Array.from({ length: 2_000 }, (_, n) => `TEL:${100_000 + n}`))
  expectCheap(500, () => {
    expect(readVcard(hostile, '').name).toHaveLength(255)
    expect(readVcard(many, '').numbers).toHaveLength(20)
    expect(readVcard(';'.repeat(65_000), '')).toEqual({ name: '', numbers: [] })
  })
})
