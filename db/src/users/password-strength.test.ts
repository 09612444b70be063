import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { assertGoodPassword, refusalOfPassword, strengthOf, type PasswordOwner } from './password-strength.ts'
import { fewestLetters } from './rules.ts'

const lia: PasswordOwner = { email: 'lia.souza@padaria.example', company: 'Padaria São João' }
const refusal = (password: string, owner = lia) => refusalOfPassword(password, owner, commonPasswords)

describe('a password is refused', () => {
  test.each([
    ['123456', 'common'],
    ['Password', 'common'],
    ['senha123', 'common'],
    ['Flamengo2024', 'common'],
    ['princesa!', 'common'],
    ['aaaaaaaa', 'common'],
    ['98765', 'common'],
    ['abcdef', 'common'],
    ['lia.souza', 'personal'],
    ['eu sou Lia Souza', 'personal'],
    ['LIASOUZA2026', 'personal'],
    ['padaria sao joao', 'company'],
    ['Padaria São João', 'company'],
  ])('%s: %s', (password, why) => {
    expect(refusal(password)).toBe(why)
  })

  test.each(['Girafa azul 7', 'segredo-1', 'padaria sao joao abre cedo', 'bolo de fubá'])('not %s', (password) => {
    expect(refusal(password)).toBeNull()
  })

  test('for a short name only where it is all there is', () => {
    const ana = { email: 'ana@padaria.example', company: null }
    expect(refusal('ana2026', ana)).toBe('personal')
    expect(refusal('banana nanica', ana)).toBeNull()
  })

  test('whatever stands around the name, however it is written', () => {
    const around = fc.stringMatching(/^[a-z0-9 !]{0,8}$/)
    fc.assert(
      fc.property(around, around, fc.boolean(), (before, after, big) => {
        const name = big ? 'LIA-SOUZA' : 'lia_souza'
        expect(refusal(`${before}${name}${after}`)).not.toBeNull()
      }),
    )
  })
})

test('all that is known as common is long enough to be chosen, and refused in any letters', () => {
  expect(commonPasswords.size).toBeGreaterThan(1000)
  for (const password of commonPasswords) {
    expect(password.length).toBeGreaterThanOrEqual(fewestLetters)
    expect(refusal(password.toUpperCase())).toBe('common')
  }
})

test('strength never falls by another letter that is new', () => {
  const order = ['weak', 'fair', 'strong']
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z0-9]{5,30}$/), (password) => {
      expect(order.indexOf(strengthOf(`${password}#`))).toBeGreaterThanOrEqual(order.indexOf(strengthOf(password)))
    }),
  )
})

test.each([
  ['12345', 'weak'],
  ['aaaaaaaaaaaaaaaaaa', 'weak'],
  ['girafa', 'weak'],
  ['girafa azul', 'fair'],
  ['Girafa azul 7, sempre', 'strong'],
])('%s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})

test('the installation may want more letters', () => {
  const check = (password: string) => () => assertGoodPassword(password, lia, { min: 10, common: commonPasswords })
  expect(check('girafa az')).toThrow(
    expect.objectContaining({ code: 'ERR_VALIDATION', details: { fields: { password: ['At least 10'] } } }),
  )
  expect(check('girafa azu')).not.toThrow()
})
