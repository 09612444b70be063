import { describe, expect, test } from 'vitest'
import { isPixKey, toPixKey } from './pix-key.ts'

describe('a Pix key', () => {
  test.each([
    ['a CPF', '52998224725'],
    ['a CNPJ', '11222333000181'],
    ['a CNPJ with letters', '12ABC34501DE35'],
    ['an e-mail', "d'avila+pix@padaria.com.br"],
    ['the longest e-mail', `${'a'.repeat(64)}@loja.example`],
    ['a mobile phone', '+5511987654321'],
    ['a fixed phone', '+551133334444'],
    ['a random key', '123e4567-e12b-12d1-a456-426655440000'],
  ])('is %s', (_, key) => {
    expect(isPixKey(key)).toBe(true)
    expect(toPixKey(key)).toBe(key)
  })

  test.each([
    ['529.982.247-25', '52998224725'],
    [' 11.222.333/0001-81 ', '11222333000181'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['Caixa@Padaria.com.br', 'caixa@padaria.com.br'],
    ['+55 (11) 98765-4321', '+5511987654321'],
    ['123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ])('is understood as people write it: %s', (written, key) => {
    expect(isPixKey(written)).toBe(false)
    expect(toPixKey(written)).toBe(key)
  })

  test.each([
    ['nothing', ''],
    ['a CPF with a wrong digit', '52998224726'],
    ['the same digit again and again', '11111111111'],
    ['a CNPJ with a wrong digit', '11222333000182'],
    ['a CNPJ with letters and a wrong digit', '12ABC34501DE36'],
    ['a CNPJ of one digit', '00000000000000'],
    ['letters for check digits', '12ABC34501DEAB'],
    ['a phone without its country', '11987654321'],
    ['a phone of another country', '+351912345678'],
    ['an area code that is none', '+5510987654321'],
    ['an e-mail without a domain', 'caixa@padaria'],
    ['two e-mails', 'a@b.co,c@d.co'],
    ['an e-mail that is too long', `${'a'.repeat(65)}@loja.example`],
    ['an e-mail with an accent', 'joão@padaria.com.br'],
    ['two lines', '52998224725\n'],
    ['a cut random key', '123e4567-e12b-12d1-a456-42665544000'],
  ])('is not %s', (_, text) => {
    expect(isPixKey(text)).toBe(false)
    expect(toPixKey(text) === text).toBe(false)
  })
})
