// Codes as a bank's app reads them: the central bank's example, and what any receiver and any order give.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crc16, dynamicBrCode, staticBrCode } from './br-code.ts'
import { createManual, statementTxid } from './manual.ts'
import { PixError, type PixOrder } from './provider.ts'
import { readBrCode } from './test-br-code.ts'

const key = '123e4567-e12b-12d1-a456-426655440000'
const bacen =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'
const withAmount =
  '00020126710014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400000209Fatura 425204000053039865406100.005802BR5909DESK LTDA6009SAO PAULO62120508FATURA426304BF63'
const dynamic =
  '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca255204000053039865406129.905802BR5909DESK LTDA6009SAO PAULO62070503***630417D1'
const efi = 'qrcodespix.sejaefi.com.br/v2/41e0badf811a4ce6ad8a80b306821fce'

const refusal = (make: () => unknown) => {
  try {
    return make()
  } catch (error) {
    return error instanceof PixError ? error.kind : error
  }
}

describe('a reader', () => {
  test('knows the checksum and the examples', () => {
    expect(crc16('123456789')).toBe('29B1')
    expect(readBrCode(bacen)).toMatchObject({ key, name: 'Fulano de Tal', city: 'BRASILIA', txid: '***' })
    expect(readBrCode(withAmount)).toMatchObject({ key, info: 'Fatura 42', amount: '100.00', txid: 'FATURA42' })
    const location = 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25'
    expect(readBrCode(dynamic)).toMatchObject({ location, isForOnePayment: true, amount: '129.90', txid: '***' })
  })

  test('takes no code that lost or changed a character', () => {
    for (let at = 0; at < withAmount.length; at++) {
      expect(readBrCode(withAmount.slice(0, at) + withAmount.slice(at + 1))).toBeNull()
      const other = withAmount[at] === '7' ? '8' : '7'
      expect(readBrCode(withAmount.slice(0, at) + other + withAmount.slice(at + 1))).toBeNull()
    }
  })
})

describe('a static code', () => {
  test('is the example', () => {
    const receiver = { key, name: 'Desk Ltda', city: 'São Paulo' }
    expect(staticBrCode({ ...receiver, amount: '100.00', txid: 'FATURA42', info: 'Fatura 42' })).toBe(withAmount)
  })

  test('of an order says whom, how much and what for, whoever the receiver is', async () => {
    await fc.assert(
      fc.asyncProperty(receivers, orders, async (receiver, order) => {
        const charge = await createManual(receiver).charge(order)
        expect(charge).toMatchObject({ txid: order.txid, expiresAt: null })
        const read = readBrCode(charge.brCode)
        expect(read).toMatchObject({ key: receiver.key, amount: order.amount, txid: statementTxid(order.txid) })
        expect(read?.name).toBe('ACOUGUE')
      }),
    )
  })

  test('has a right checksum when its txid ends like a checksum’s heading', async () => {
    const txid = 'a'.repeat(22) + '6304'
    const { brCode } = await createManual({ key, name: 'Ana', city: 'Olinda' }).charge({ ...order, txid })
    expect(readBrCode(brCode)).toMatchObject({ txid: 'a'.repeat(21) + '6304' })
  })

  test('shows what fits of name, city and text', () => {
    const name = 'Açougue e Mercearia São João Batista – Nº 1 🥩'
    const code = { key: 'a'.repeat(50) + '@loja.example', city: 'São José do Rio Preto', amount: '1.00', txid: 'A1' }
    const read = readBrCode(staticBrCode({ ...code, name, info: 'Assinatura de março' }))
    expect(read).toMatchObject({ name: 'ACOUGUE E MERCEARIA SAO J', city: 'SAO JOSE DO RIO', info: 'Assinatura' })
    const long = { ...code, key: 'a'.repeat(64) + '@loja.example' }
    expect(readBrCode(staticBrCode({ ...long, name, info: 'Assinatura' }))).toMatchObject({
      key: long.key,
      info: undefined,
    })
  })

  test('is refused to whom nobody could pay', () => {
    const code = { key, name: 'Ana', city: 'Olinda', amount: '1.00', txid: 'A1', info: '' }
    expect(refusal(() => staticBrCode({ ...code, key: 'ana' }))).toBe('misconfigured')
    expect(refusal(() => staticBrCode({ ...code, name: '花子' }))).toBe('misconfigured')
    expect(refusal(() => staticBrCode({ ...code, city: ' ' }))).toBe('misconfigured')
    expect(refusal(() => staticBrCode({ ...code, txid: 'A-1' }))).toBe('rejected')
    expect(refusal(() => staticBrCode({ ...code, txid: 'A'.repeat(26) }))).toBe('rejected')
  })

  test.each([
    ['txid', { txid: 'short' }],
    ['txid', { txid: '0'.repeat(30) + '-' }],
    ['amount', { amount: '0.00' }],
    ['amount', { amount: '1' }],
    ['amount', { amount: '1,00' }],
    ['amount', { amount: '01.00' }],
    ['amount', { amount: '-1.00' }],
    ['amount', { amount: '12345678901.00' }],
    ['expiresIn', { expiresIn: 0 }],
    ['expiresIn', { expiresIn: 0.5 }],
    ['description', { description: 'a'.repeat(141) }],
  ])('is made of no order with such a %s: %o', async (field, wrong) => {
    const made = createManual({ key, name: 'Ana', city: 'Olinda' }).charge({ ...order, ...wrong })
    await expect(made).rejects.toMatchObject({ kind: 'rejected', message: `no Pix order has such a ${field}` })
  })

  test('knows of no payments', async () => {
    const manual = createManual({ key, name: 'Ana', city: 'Olinda' })
    expect(await manual.paymentsOf(order.txid)).toEqual([])
    expect(await Array.fromAsync(manual.paymentsBetween(new Date(0), new Date()))).toEqual([])
  })
})

test('a dynamic code has the address of the charge and is for one payment', () => {
  const read = readBrCode(dynamicBrCode({ location: efi, name: 'EFISA', city: 'SAOPAULO' }))
  expect(read).toMatchObject({ location: efi, isForOnePayment: true, amount: undefined, txid: '***', name: 'EFISA' })
})

const order: PixOrder = {
  txid: '0123456789abcdefghijklmnopqrstuvwxy',
  amount: '49.90',
  expiresIn: 3600,
  description: 'Plano Básico',
}
const characters = (alphabet: string) => fc.constantFrom(...alphabet.split(''))
const lettersAndDigits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const orders: fc.Arbitrary<PixOrder> = fc.record({
  txid: fc.string({ unit: characters(lettersAndDigits), minLength: 26, maxLength: 35 }),
  amount: fc.integer({ min: 1, max: 999_999_999_999 }).map((cents) => {
    const digits = String(cents).padStart(3, '0')
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`
  }),
  expiresIn: fc.integer({ min: 1, max: 86_400 }),
  description: fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.slice(0, 140)),
})
const receivers = fc.record({
  key: fc.oneof(
    fc.constantFrom('+5511987654321', '52998224725', '12ABC34501DE35', key),
    fc.integer({ min: 1, max: 64 }).map((length) => `${'a'.repeat(length)}@loja.example`),
  ),
  name: fc.constantFrom('Açougue', ' açougue ', 'Açougue 🥩', 'AÇOUGUE\n'),
  city: fc.string({ unit: 'grapheme' }).map((text) => `Itú ${text}`),
})
