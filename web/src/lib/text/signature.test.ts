import { expect, test } from 'vitest'
import { signed, unsigned } from './signature.ts'

test.each(['Rafael Nunes', ' R*fa ', '**'])('what %j signs is as it was without the name', (name) => {
  expect(unsigned(signed('Bom dia', name), name)).toBe('Bom dia')
})

test('a bold line that is no signature stays', () => {
  expect(unsigned('*Endereço:*\nRua Oito', 'Rafael Nunes')).toBe('*Endereço:*\nRua Oito')
})
