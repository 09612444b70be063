// Numbers by every way in over HTTP: as WhatsApp spells them they stay, however typed they are read once, and a row goes back as it was read.
import { utils, write } from '@e965/xlsx'
import { contactListItems } from 'db/contact-lists/table.ts'
import { sameNumberVariants } from 'db/contacts/number-variants.ts'
import { contacts } from 'db/contacts/table.ts'
import { brazil, exampleNumbers, givenNumbers, typedNumbers } from 'db/contacts/test-numbers.ts'
import { readTypedNumber } from 'db/contacts/read-number.ts'
import { typedNumber } from 'db/contacts/numbers.ts'
import { connections } from 'db/connections/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { apiSends } from 'db/messages-api/table.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { hashToken } from 'db/node/hash-token.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newToken } from '../messages-api/token.ts'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let token: string

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  company = await testCompany(api.db)
  token = await api.login((await company.user('admin')).email)
})

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await api.request(method, path, { token, ...(body !== undefined && { body }) })
  return { status: answer.status, said: answer.body }
}
const newList = async () => String((await ask('POST', '/contact-lists', { name: 'Clientes' })).said['id'])

/** Of each person one: two spellings of a number are nobody else's. */
const everyNumber = distinct([...givenNumbers, ...exampleNumbers])

function distinct(numbers: readonly string[]): string[] {
  const seen = new Set<string>()
  return numbers.filter((number) => {
    const isNew = !seen.has(number)
    for (const each of sameNumberVariants(number)) seen.add(each)
    return isNew
  })
}

async function upload(path: string, texts: readonly (string | number)[]) {
  const rows = [['Nome', 'Número'], ...texts.map((text, at) => [`Pessoa ${at}`, text])]
  const bytes = write(utils.book_new(utils.aoa_to_sheet(rows), 'Contatos'), { type: 'buffer', bookType: 'xlsx' })
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes as Buffer)], 'c.xlsx'))
  body.set('mapping', JSON.stringify({ name: 0, number: 1, email: null }))
  const headers = { authorization: `Bearer ${token}`, origin: 'http://balcao.test' }
  const response = await api.fetch(path, { method: 'POST', headers, body })
  return (await response.json()) as { created: number; updated: number; invalid: { text: string }[] }
}

const numbersOf = async (table: typeof contacts | typeof contactListItems) =>
  (await api.db.orm.select({ number: table.number }).from(table).where(eq(table.companyId, company.id)))
    .flatMap(({ number }) => number ?? [])
    .toSorted()

describe('as WhatsApp spells it, every country’s number', () => {
  test('is a contact’s, and stays it when the row is put back as it was read', async () => {
    for (const number of everyNumber) {
      const added = await ask('POST', '/contacts', { name: 'Cliente', number })
      expect(added, number).toMatchObject({ status: 201, said: { number } })
      const id = String(added.said['id'])
      const lid = newId()
      await api.db.orm.update(contacts).set({ lid, pushName: 'x' }).where(eq(contacts.id, id))
      const { said: read } = await ask('GET', `/contacts/${id}`)
      const put = await ask('PUT', `/contacts/${id}`, { ...read, email: 'ana@loja.example' })
      const { updatedAt: _before, ...before } = read
      expect(put).toMatchObject({ status: 200, said: { ...before, email: 'ana@loja.example', number, lid } })
    }
  })

  test('is a list’s', async () => {
    const contactListId = await newList()
    for (const number of everyNumber) {
      const added = await ask('POST', '/contact-list-items', { name: 'Cliente', number, contactListId })
      expect(added, number).toMatchObject({ status: 201, said: { number } })
      const path = `/contact-list-items/${String(added.said['id'])}`
      const { name, email } = added.said
      const put = await ask('PUT', path, { name, number, email })
      expect(put).toMatchObject({ status: 200, said: { number } })
    }
  })

  test('is in a sheet, as text and as a number, of contacts and of a list', async () => {
    const contactListId = await newList()
    const expected = { created: everyNumber.length, updated: 0, invalid: [] }
    expect(await upload('/contacts/import-sheet', everyNumber)).toEqual(expected)
    expect(await upload(`/contact-lists/${contactListId}/upload`, everyNumber.map(Number))).toEqual(expected)
    expect(await numbersOf(contacts)).toEqual(everyNumber.toSorted())
    expect(await numbersOf(contactListItems)).toEqual(everyNumber.toSorted())
  })

  test('is found by a sheet whatever stands around it', async () => {
    for (const number of givenNumbers) {
      await ask('POST', '/contacts', { name: 'Cliente', number })
      expect(await upload('/contacts/import-sheet', [number])).toMatchObject({ created: 0, updated: 1 })
    }
    expect(await numbersOf(contacts)).toEqual(distinct(givenNumbers).toSorted())
  })

  test('is written to by another system', async () => {
    const own = newToken()
    await api.db.orm
      .update(connections)
      .set({ tokenHash: hashToken(own) })
      .where(eq(connections.id, company.connectionId))
    for (const number of givenNumbers) {
      const sent = await api.request('POST', '/messages/send', { token: own, body: { number, body: 'Olá' } })
      expect(sent, number).toMatchObject({ status: 202 })
      const [send] = await api.db.orm
        .select({ number: apiSends.number })
        .from(apiSends)
        .where(and(eq(apiSends.companyId, company.id), eq(apiSends.id, String(sent.body['id']))))
      expect(send).toEqual({ number })
    }
  })
})

test('what people type is read right in a sheet, or listed as invalid, and never counted', async () => {
  const right = new Map(
    typedNumbers.flatMap(([text]) => {
      const reading = readTypedNumber(typedNumber(text), brazil)
      return text !== '' && 'number' in reading ? [[text, reading.number] as const] : []
    }),
  )
  const wrong = typedNumbers.flatMap(([text, digits]) => (digits === null && text !== '' ? [text] : []))
  const numbers = distinct([...right.values()])
  const { created, invalid } = await upload('/contacts/import-sheet', [...right.keys(), ...wrong])
  expect(created).toBe(numbers.length)
  expect(await numbersOf(contacts)).toEqual(numbers.toSorted())
  expect(invalid.map(({ text }) => text)).toEqual(expect.arrayContaining(wrong))
  expect(invalid).toHaveLength(wrong.length + right.size - numbers.length)
})

test('country and area code are settings like others', async () => {
  const settings = async () => (await ask('GET', '/settings')).said as unknown as { key: string; value: unknown }[]
  expect(await settings()).toEqual(
    expect.arrayContaining([
      { key: 'country', value: 'BR' },
      { key: 'areaCode', value: '' },
    ]),
  )
  expect(await ask('POST', '/contacts', { name: 'Ana', number: '98765-4321' })).toMatchObject({
    status: 400,
    said: { details: { fields: { number: ['Without an area code'] } } },
  })
  expect(await ask('PUT', '/settings/areaCode', { value: '21' })).toMatchObject({ status: 200 })
  expect((await ask('POST', '/contacts', { name: 'Ana', number: '98765-4321' })).said).toMatchObject({
    number: '5521987654321',
  })
  expect(await ask('PUT', '/settings/areaCode', { value: '' })).toMatchObject({ status: 200 })
  expect(await ask('PUT', '/settings/country', { value: 'PT' })).toMatchObject({ status: 200 })
  expect((await ask('POST', '/contacts', { name: 'Rui', number: '912 345 678' })).said).toMatchObject({
    number: '351912345678',
  })
  expect(await settings()).toEqual(
    expect.arrayContaining([
      { key: 'country', value: 'PT' },
      { key: 'areaCode', value: '' },
    ]),
  )
})
