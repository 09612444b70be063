// The numbers of a contact list, asked for with real Baileys of the simulator.
import { whatsAppNumber } from 'db/contacts/numbers.ts'
import { addItem, takeInItems } from 'db/contact-lists/items.ts'
import { contactListItems, contactLists } from 'db/contact-lists/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { withEffects } from 'db/node/effects.ts'
import { asc } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { useDesk, type Desk } from '../test-desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const eight = '551188887777'
const nine = '5511988887777'
const nobody = '5511900000099'

async function newList() {
  const id = newId()
  const now = new Date()
  const row = { id, companyId: desk.companyId, name: 'Clientes', createdAt: now, updatedAt: now }
  await desk.db.orm.insert(contactLists).values(row)
  return { companyId: desk.companyId, contactListId: id }
}

const items = () => desk.db.orm.select().from(contactListItems).orderBy(asc(contactListItems.number))
const list = async () => (await desk.db.orm.select().from(contactLists))[0]
const wake = () =>
  desk.db.orm.transaction((tx) =>
    withEffects(tx, { jobs: desk.jobs, notifies: false }, async (effects) => effects.wakeOutreach(desk.companyId)),
  )

test('all are asked for, those that were there before the session was and those that come: each takes WhatsApp’s spelling', async () => {
  desk.simulator.phone({ number: eight, name: 'Ana' })
  const of = await newList()
  const now = new Date()
  await desk.db.orm.transaction(async (tx) => {
    await addItem(tx, of, { name: 'Ana', number: whatsAppNumber(nine), email: '' }, now)
    await addItem(tx, of, { name: 'Ninguém', number: whatsAppNumber(nobody), email: '' }, now)
  })
  await desk.startWorker()
  await desk.link()
  await vi.waitFor(async () =>
    expect(await items()).toMatchObject([
      { number: eight, isWhatsappValid: true },
      { number: nobody, isWhatsappValid: false },
    ]),
  )
  await vi.waitFor(async () => expect(await list()).toMatchObject({ contactsCount: 2, validCount: 1, invalidCount: 1 }))
  const sheet = Array.from({ length: 120 }, (_, at) => ({
    name: `Pessoa ${at}`,
    number: whatsAppNumber(`5521970000${100 + at}`),
    email: '',
  }))
  desk.simulator.phone({ number: '5521970000101', name: 'Bruno' })
  await desk.db.orm.transaction((tx) => takeInItems(tx, of, sheet, new Date()))
  await wake()
  await vi.waitFor(async () =>
    expect(await list()).toMatchObject({ contactsCount: 122, validCount: 2, invalidCount: 120 }),
  )
})
