import { expect, test } from 'vitest'
import { fillVariables, type VariableValues } from './variables.ts'

const values: VariableValues = {
  contactName: ' Ana  Souza ',
  ticketNumber: 42,
  now: new Date('2026-11-20T02:05:00Z'),
  timeZone: 'America/Sao_Paulo',
  language: 'pt',
}

test.each([
  ['Olá {{firstName}}', 'Olá Ana'],
  ['Olá {{ name }}', 'Olá Ana  Souza'],
  ['{{ms}}!', 'Boa noite!'],
  ['{{protocol}}', '2026111942'],
  ['{{date}} {{hour}}', '19/11/2026 23:05'],
  ['{{unknown}} {{constructor}} {name}', '{{unknown}} {{constructor}} {name}'],
])('%s', (text, filled) => {
  expect(fillVariables(text, values)).toBe(filled)
})

test.each([
  ['03:00', 'Boa madrugada'],
  ['09:00', 'Bom dia'],
  ['15:00', 'Boa tarde'],
  ['21:00', 'Boa noite'],
])('the greeting at %s UTC+0', (clock, greeting) => {
  const now = new Date(`2026-11-20T${clock}:00Z`)
  expect(fillVariables('{{ms}}', { ...values, now, timeZone: 'UTC' })).toBe(greeting)
})

test('what a contact calls themselves is not filled again', () => {
  expect(fillVariables('{{name}}', { ...values, contactName: '{{hour}}' })).toBe('{{hour}}')
})
