import { expect, test } from 'vitest'
import { guessMapping, readRows } from './sheet.ts'
import { brazil, exampleNumbers, givenNumbers, typedNumbers } from './test-numbers.ts'

test.each([
  [['Nome', 'Número', 'E-mail'], { name: 0, number: 1, email: 2 }],
  [['EMAIL', ' name ', 'NUMBER'], { name: 1, number: 2, email: 0 }],
  [['nome', 'numero', 'cidade'], { name: 0, number: 1, email: null }],
  [['Cliente', 'Fone'], { name: null, number: null, email: null }],
])('%j', (headers, mapping) => {
  expect(guessMapping(headers)).toEqual(mapping)
})

const none: ReadonlySet<string> = new Set()
const read = (rows: string[][], email: number | null = null, known = none) =>
  readRows(rows, { name: 0, number: 1, email }, { place: brazil, known })

test('rows are told by the number that the spreadsheet shows, and a bad e-mail costs the e-mail alone', () => {
  const rows = [
    ['Ana Souza', '(11) 98888-7777', 'ANA@loja.example'],
    ['', '', ''],
    ['B', '11 98888-1111', ''],
    ['Bia', '123', ''],
    ['Caio', '11 98888-2222', 'não tem'],
    ['Ana de novo', '11 8888-7777', ''],
    ['Davi', '98888-3333', ''],
  ]
  expect(read(rows, 2)).toEqual({
    good: [
      { name: 'Ana Souza', number: '5511988887777', email: 'ana@loja.example' },
      { name: 'Caio', number: '5511988882222', email: '' },
    ],
    invalid: [
      { row: 4, problem: 'name', text: 'B' },
      { row: 5, problem: 'number', text: '123' },
      { row: 7, problem: 'repeated', text: '11 8888-7777' },
      { row: 8, problem: 'area-code', text: '98888-3333' },
    ],
    withoutEmail: [{ row: 6, problem: 'email', text: 'não tem' }],
  })
})

test('a sheet without e-mails is read', () => {
  const rows = [['11 98888-2222', 'Caio']]
  expect(readRows(rows, { name: 1, number: 0, email: null }, { place: brazil, known: none }).good).toEqual([
    { name: 'Caio', number: '5511988882222', email: '' },
  ])
})

test('a cell that no database keeps is told, half of an emoji is no reason to', () => {
  const rows = [
    ['Ana\0Souza', '11 98888-7777'],
    ['Bia \uD83D', '11 98888-6666'],
  ]
  expect(read(rows)).toMatchObject({
    good: [{ name: 'Bia \uFFFD', number: '5511988886666', email: '' }],
    invalid: [{ row: 2, problem: 'name', text: 'Ana\0Souza' }],
  })
})

test('what is typed is read right or told as invalid', () => {
  for (const [text, digits] of typedNumbers) {
    const { good, invalid } = read([['Alguém', text]])
    expect([text, good.map(({ number }) => number)]).toEqual([text, digits === null ? [] : [digits]])
    expect(invalid).toHaveLength(digits === null ? 1 : 0)
  }
})

test('numbers as WhatsApp spells them stay as they are', () => {
  for (const column of [givenNumbers, exampleNumbers]) {
    const { good, invalid } = read(column.map((digits, at) => [`Pessoa ${at}`, digits]))
    const told = new Set([...good.map(({ number }) => number), ...invalid.map(({ text }) => text)])
    expect(column.filter((digits) => !told.has(digits as never))).toEqual([])
    expect(invalid.every(({ problem }) => problem === 'repeated')).toBe(true)
  }
  expect(read([['Ana', '22996123456']]).good).toMatchObject([{ number: '5522996123456' }])
  expect(read([['Ana', '22996123456']], null, new Set(['22996123456'])).good).toMatchObject([{ number: '22996123456' }])
})
