import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { UserActor } from '../kit/actor.ts'
import { newId } from '../kit/new-id.ts'
import { messages } from '../messages/table.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { createTicketNote } from '../tickets/notes.ts'
import { tickets } from '../tickets/table.ts'
import { sameNumberVariants } from './number-variants.ts'
import { createContact, deleteContact, mergeContact, updateContact } from './mutations.ts'
import { contacts } from './table.ts'
import { givenNumbers, typedNumbers } from './test-numbers.ts'
import { updateSettings } from '../settings/mutations.ts'

const db = useTestDatabase()
let company: TestCompany
let admin: UserActor
beforeAll(async () => {
  company = await testCompany(db)
  admin = await company.user('admin')
})

const contact = async (id: string) => (await db.orm.select().from(contacts).where(eq(contacts.id, id)))[0]

test('a number is kept as WhatsApp writes it, and nobody has it twice, with or without the ninth digit', async () => {
  const id = newId()
  await runFor(db, admin, createContact, { id, name: 'Maria', number: '(21) 98765-4321' })
  expect(await contact(id)).toMatchObject({ number: '5521987654321', email: '', extraInfo: [], isGroup: false })
  const again = runFor(db, admin, createContact, { id: newId(), name: 'Outra', number: '55 21 8765-4321' })
  await expect(again).rejects.toMatchObject({
    code: 'ERR_DUPLICATED_CONTACT',
    details: { contactId: id, name: 'Maria' },
  })
  const wrong = runFor(db, admin, createContact, { id: newId(), name: 'Outra', number: '1234567890123456789' })
  await expect(wrong).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
})

test('extra fields and name change without touching the number', async () => {
  const id = await company.contact('Cliente')
  const extraInfo = [{ name: 'CPF', value: '123.456.789-09' }]
  await runFor(db, admin, updateContact, {
    id,
    changes: { name: { from: 'Cliente', to: 'João' }, extraInfo: { from: [], to: extraInfo } },
  })
  expect(await contact(id)).toMatchObject({ name: 'João', extraInfo })
})

test('admins delete a contact with all that was said', async () => {
  const contactId = await company.contact('Cliente')
  const ticketId = await company.ticket({ contactId, status: 'open' })
  await company.message(ticketId, { contactId })
  await runFor(db, admin, createTicketNote, { id: newId(), ticketId, note: 'Ligar' })
  const groupTicket = await company.ticket({ isGroup: true })
  const inGroup = await company.message(groupTicket, { participantId: contactId })
  const attendant = await company.user('user')
  const refused = runFor(db, attendant, deleteContact, { id: contactId })
  await expect(refused).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await runFor(db, admin, deleteContact, { id: contactId })
  expect(await contact(contactId)).toBeUndefined()
  expect(await db.orm.select().from(tickets).where(eq(tickets.id, ticketId))).toEqual([])
  expect(await db.orm.select().from(messages).where(eq(messages.id, inGroup))).toMatchObject([{ participantId: null }])
})

test('admins merge two contacts into the one they chose', async () => {
  const [kept, gone] = [await company.contact('Ana Souza'), await company.contact('ana souza')]
  const ticketId = await company.ticket({ contactId: gone, status: 'closed' })
  const attendant = await company.user('user')
  const merge = (actor: UserActor, otherId: string) => runFor(db, actor, mergeContact, { id: kept, otherId })
  await expect(merge(attendant, gone)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await expect(merge(admin, kept)).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  await merge(admin, gone)
  expect(await contact(gone)).toBeUndefined()
  expect(await contact(kept)).toMatchObject({ name: 'Ana Souza' })
  expect((await db.orm.select().from(tickets).where(eq(tickets.id, ticketId)))[0]).toMatchObject({ contactId: kept })
})

const add = async (number: string, of = admin) => {
  const id = newId()
  await runFor(db, of, createContact, { id, name: 'Cliente', number })
  return (await contact(id))?.number
}

test('what is typed is read once, and refused with the reason where it is no number', async () => {
  const own = await (await testCompany(db)).user('admin')
  const seen = new Set<string>()
  for (const [text, digits] of typedNumbers) {
    const isNew = digits === null || !seen.has(digits)
    // Digits alone are as WhatsApp spells them, where there is such a number.
    if (!isNew || text === '51999998888') continue
    if (digits === null) await expect(add(text, own), text).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
    else expect([text, await add(text, own)]).toEqual([text, digits])
    if (digits !== null) for (const each of sameNumberVariants(digits)) seen.add(each)
  }
  await expect(add('98765-4321', own)).rejects.toMatchObject({
    details: { fields: { number: ['Without an area code'] } },
  })
})

test('a company says in which country and area its numbers are typed', async () => {
  const own = await testCompany(db)
  const chief = await own.user('admin')
  await runFor(db, chief, updateSettings, { id: own.id, changes: { country: { to: 'mx' }, areaCode: { to: '55' } } })
  expect(await add('33 1234 5678', chief)).toBe('523312345678')
  expect(await add('1234-5678', chief)).toBe('525512345678')
  const unknown = runFor(db, chief, updateSettings, { id: own.id, changes: { country: { to: 'XX' } } })
  await expect(unknown).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
})

test('what WhatsApp gave is saved again as it is, whatever else changes', async () => {
  const long = `${'Nome de verdade que o WhatsApp deixa escrever '.repeat(3)} `
  for (const number of givenNumbers) {
    const id = await company.contact(long)
    const extraInfo = Array.from({ length: 60 }, (_, at) => ({ name: `Campo ${at}`, value: 'x' }))
    const told = { number, name: long, pushName: long, lid: newId(), email: 'não tem', extraInfo, accountSince: null }
    await db.orm.update(contacts).set(told).where(eq(contacts.id, id))
    const spellings = [number, `+${number}`, ...sameNumberVariants(number)]
    for (const to of spellings) {
      await runFor(db, admin, updateContact, {
        id,
        changes: { number: { to }, name: { to: long.trim() }, email: { to: 'não tem' }, extraInfo: { to: extraInfo } },
      })
      expect(await contact(id)).toMatchObject(told)
    }
    await runFor(db, admin, updateContact, {
      id,
      changes: { number: { to: number }, email: { to: 'ana@loja.example' } },
    })
    expect(await contact(id)).toMatchObject({ ...told, email: 'ana@loja.example' })
    const wrong = runFor(db, admin, updateContact, { id, changes: { name: { to: `${long}x` } } })
    await expect(wrong).rejects.toMatchObject({ details: { fields: { name: expect.any(Array) } } })
    await runFor(db, admin, deleteContact, { id })
  }
})
