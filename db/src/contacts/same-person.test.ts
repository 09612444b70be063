import { expect, test } from 'vitest'
import { looksLikeSamePerson } from './same-person.ts'

const person = (name: string, number: string | null) => ({ name, number })

test.each([
  ['the ninth digit', person('Ana', '5511988887777'), person('Loja', '551188887777'), true],
  ['the same number', person('Ana', '351912345678'), person('Loja', '351912345678'), true],
  ['accents and case', person('José da Silva', '5511988887777'), person('JOSE DA  SILVA', null), true],
  ['signs', person('Maria-Clara S.', null), person('maria clara s', null), true],
  ['a first name alone', person('Maria', null), person('maria', null), false],
  ['another name', person('Maria Souza', '5511988887777'), person('Maria Sousa', '5511988887778'), false],
  ['numbers in place of names', person('+55 11 98888-7777', null), person('55 11 98888 7777', null), false],
  ['no number at all', person('Ana', null), person('Bia', null), false],
])('%s', (_, a, b, same) => {
  expect(looksLikeSamePerson(a, b)).toBe(same)
  expect(looksLikeSamePerson(b, a)).toBe(same)
})
