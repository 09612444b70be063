import { expect, test } from 'vitest'
import { contactName } from './contact-name.ts'

test.each([
  ['Ana Souza', '5511911110001', 'Ana Souza'],
  ['5511911110001', '5511911110001', '+55 11 91111-0001'],
  [null, null, '…'],
  ['Turma de 2024', null, 'Turma de 2024'],
  ['120363025246125486', null, 'Grupo'],
  ['5511911110001-1612345678', null, 'Grupo'],
  ['236283944120352', null, '236283944120352'],
])('%s with number %s is called %s', (name, number, shown) => {
  expect(contactName({ contactName: name, contactNumber: number })).toBe(shown)
})
