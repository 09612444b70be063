import { expect, test } from 'vitest'
import { shortBody } from './short-body.ts'

test.each([
  ['Seu bolo está pronto', 'Seu bolo está pronto'],
  ['1234567890123456789012345', '1234567890123456789012345'],
  ['Seu bolo de cenoura está pronto', 'Seu bolo de cenoura está…'],
  ['Seu bolo\nestá pronto', 'Seu bolo está pronto'],
  ['🎂'.repeat(26), `${'🎂'.repeat(25)}…`],
])('%j is shown as %j', (body, shown) => {
  expect(shortBody(body)).toBe(shown)
})
