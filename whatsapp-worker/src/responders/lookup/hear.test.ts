import { generateCnpj, generateCpf } from '@brazilian-utils/brazilian-utils'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hear } from './hear.ts'
import { billWords, maskedName } from './words.ts'

test.each([
  ['529.982.247-25', '52998224725'],
  ['52998224725', '52998224725'],
  ['529 982 247 25', '52998224725'],
  ['meu cpf é 529.982.247-25, obrigada', '52998224725'],
  ['11.222.333/0001-81', '11222333000181'],
  ['12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['12abc34501de35', '12ABC34501DE35'],
  // Its digits are no document's, or it is another number.
  ['529.982.247-26', null],
  ['11111111111', null],
  ['11987654321', null],
  ['5299822472', null],
  ['', null],
  ['52998224725'.repeat(3), null],
])('%s holds the document %s', (text, document) => {
  expect(hear([text]).document).toBe(document)
})

test('every document is heard, however it is written; of several the newest', () => {
  for (let n = 0; n < 50; n++) {
    expect(hear([generateCpf()]).document).toMatch(/^\d{11}$/)
    expect(hear([generateCnpj({ version: 2 })]).document).toMatch(/^\w{14}$/)
  }
  expect(hear(['529.982.247-25', '11.222.333/0001-81', 'é esse']).document).toBe('11222333000181')
})

test.each([
  ['Sim', true],
  ['sim!', true],
  ['1', true],
  ['NÃO', false],
  ['2', false],
  ['sim ou não?', null],
  ['', null],
])('%s agrees: %s', (text, agrees) => {
  expect(hear([text]).agrees).toBe(agrees)
})

test('nothing that anybody writes breaks it, or takes long', () => {
  const started = process.cpuUsage()
  hear(['['.repeat(65_536), '9'.repeat(65_536), '1.'.repeat(32_768), 'a/'.repeat(32_768)])
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000)
  fc.assert(fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })), (texts) => void hear(texts)))
})

test('a masked name shows that it is the right one, and not what it is', () => {
  expect(maskedName('Maria da Silva Souza')).toBe('Ma••• d••• S••• S•••')
  expect(maskedName('Alessandra Reis')).toBe('Ale••• R•••')
  expect(maskedName('Jô')).toBe('J•••')
  expect(maskedName(' *_~` ')).toBe('')
  const letters = fc.stringMatching(/^[a-z]{2,12}$/)
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 8 }), (words) => {
      const masked = maskedName(words.join(' '))
      for (const word of words) expect(masked.split(' ')).not.toContain(word)
    }),
  )
})

test('a bill says what it is, whether it is overdue, and what follows', () => {
  const bill = { id: '1', cents: 123_450, due: '2026-11-10', description: 'Mensalidade', link: 'https://a.example/1' }
  const all = { line: '1', pix: '2', pdf: Buffer.of(1) }
  expect(billWords(bill, all, '2026-11-24')).toBe(
    'Mensalidade\nValor: *R$ 1.234,50*\nVencimento: 10/11/2026 (vencida)\nA seguir: a linha digitável, o Pix copia e cola e o boleto em PDF.',
  )
  expect(billWords(bill, { line: null, pix: null, pdf: null }, '2026-11-10')).toBe(
    'Mensalidade\nValor: *R$ 1.234,50*\nVencimento: 10/11/2026\nPague em: https://a.example/1',
  )
})
