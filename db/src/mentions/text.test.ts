import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinctNames, mentionedIn, mentionTermAt, partsOf, placesOf, withIds, withNames } from './text.ts'

const [ana, anaSouza, livia] = [
  { id: '01a1fdf3-cbc3-7686-a9ba-500000000001', name: 'Ana' },
  { id: '01a1fdf3-cbc3-7686-a9ba-500000000002', name: 'Ana Souza' },
  { id: '01a1fdf3-cbc3-7686-a9ba-500000000003', name: 'Lívia D’Ávila' },
]
const people = [ana, anaSouza, livia]
const nameOf = (id: string) => people.find((person) => person.id === id)?.name ?? '…'

test('what is typed has names, what is stored has ids, and what is read has the names of now', () => {
  const stored = withIds('@Lívia D’Ávila, a @Ana Souza ligou', people)
  expect(stored).toBe(`@[${livia.id}], a @[${anaSouza.id}] ligou`)
  expect(mentionedIn(stored)).toEqual([livia.id, anaSouza.id])
  expect(withNames(stored, nameOf)).toBe('@Lívia D’Ávila, a @Ana Souza ligou')
  expect(withNames(stored, () => 'Bia')).toBe('@Bia, a @Bia ligou')
  expect(partsOf(stored)).toEqual([
    { kind: 'mention', userId: livia.id },
    { kind: 'text', text: ', a ' },
    { kind: 'mention', userId: anaSouza.id },
    { kind: 'text', text: ' ligou' },
  ])
})

test.each([
  ['a name goes up to the end of a word', '@Anabela e @Ana_2', []],
  ['the longer of two names', '@Ana Souza', [anaSouza.id]],
  ['the shorter one, where the longer is not', '@Ana Silva', [ana.id]],
  ['an address is none', 'ana@Ana.example, x@Ana', []],
  ['brackets, ends of lines and marks around it', '(@Ana)\n@Ana!', [ana.id, ana.id]],
  ['two beside each other', '@Ana@Ana Souza', [ana.id]],
  ['accents as the name has them', '@Livia D’Ávila', []],
])('%s', (_what, typed, ids) => {
  expect(placesOf(typed, people).map(({ id }) => id)).toEqual(ids)
})

test('whatever is typed is read again as it was, and names no more people than it does', () => {
  const bit = fc.constantFrom('@', 'Ana', ' Souza', 'Lívia D’Ávila', ' ', '[', ']', '\n', ana.id, '👩🏽‍🌾', 'x', '@[')
  const typed = fc.array(bit, { maxLength: 12 }).map((bits) => bits.join(''))
  const isPlain = (text: string) => mentionedIn(text).length === 0
  fc.assert(
    fc.property(typed.filter(isPlain), (text) => {
      const stored = withIds(text, people)
      expect(withNames(stored, nameOf)).toBe(text)
      expect(new Set(mentionedIn(stored))).toEqual(new Set(placesOf(text, people).map(({ id }) => id)))
      expect(partsOf(stored).every((part) => part.kind === 'mention' || part.text !== '')).toBe(true)
    }),
  )
})

test('brackets without end cost little', () => {
  const hostile = '@['.repeat(32_768)
  const begun = process.cpuUsage()
  expect(mentionedIn(hostile)).toEqual([])
  expect(partsOf(hostile)).toHaveLength(1)
  expect(placesOf(hostile, people)).toEqual([])
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(500)
})

test.each([
  ['@', 1, { start: 0, term: '' }],
  ['oi @lí', 6, { start: 3, term: 'lí' }],
  ['@Ana So', 7, { start: 0, term: 'Ana So' }],
  ['(@an', 4, { start: 1, term: 'an' }],
  ['a@an', 4, null],
  ['@ an', 4, null],
  ['@an\nx', 5, null],
  ['@an', 0, null],
  [`@${'a'.repeat(60)}`, 61, null],
])('in %j, at %i, somebody is looked for by %j', (text, caret, found) => {
  expect(mentionTermAt(text, caret)).toEqual(found)
})

test('who shares a name is told from the other', () => {
  const twice = [
    { ...ana, email: 'ana@a.example' },
    { ...livia, name: 'Ana', email: 'aninha@a.example' },
    { ...anaSouza, email: 'souza@a.example' },
  ]
  expect(distinctNames(twice).map(({ name }) => name)).toEqual(['Ana (ana)', 'Ana (aninha)', 'Ana Souza'])
})
