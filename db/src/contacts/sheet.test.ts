import { expect, test } from 'vitest'
import { guessMapping, readRows } from './sheet.ts'

test.each([
  [['Nome', 'Número', 'E-mail'], { name: 0, number: 1, email: 2 }],
  [['EMAIL', ' name ', 'NUMBER'], { name: 1, number: 2, email: 0 }],
  [['nome', 'numero', 'cidade'], { name: 0, number: 1, email: null }],
  [['Cliente', 'Fone'], { name: null, number: null, email: null }],
])('%j', (headers, mapping) => {
  expect(guessMapping(headers)).toEqual(mapping)
})

test('rows are told by the number that the spreadsheet shows', () => {
  const rows = [
    ['Ana Souza', '(11) 98888-7777', 'ANA@loja.example'],
    ['', '', ''],
    ['B', '11 98888-1111', ''],
    ['Bia', '123', ''],
    ['Caio', '11 98888-2222', 'não tem'],
    ['Ana de novo', '11 8888-7777', ''],
  ]
  expect(readRows(rows, { name: 0, number: 1, email: 2 })).toEqual({
    good: [{ name: 'Ana Souza', number: '5511988887777', email: 'ana@loja.example' }],
    invalid: [
      { row: 4, problem: 'name', text: 'B' },
      { row: 5, problem: 'number', text: '123' },
      { row: 6, problem: 'email', text: 'não tem' },
      { row: 7, problem: 'repeated', text: '11 8888-7777' },
    ],
  })
})

test('a sheet without e-mails is read', () => {
  expect(readRows([['11 98888-2222', 'Caio']], { name: 1, number: 0, email: null }).good).toEqual([
    { name: 'Caio', number: '5511988882222', email: '' },
  ])
})

test('a cell that no database keeps is told, half of an emoji is no reason to', () => {
  const rows = [
    ['Ana\0Souza', '11 98888-7777'],
    ['Bia \uD83D', '11 98888-6666'],
  ]
  expect(readRows(rows, { name: 0, number: 1, email: null })).toEqual({
    good: [{ name: 'Bia \uFFFD', number: '5511988886666', email: '' }],
    invalid: [{ row: 2, problem: 'name', text: 'Ana\0Souza' }],
  })
})
