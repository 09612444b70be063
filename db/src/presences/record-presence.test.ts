import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { contacts } from '../contacts/table.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { forgetPresences, recordPresence } from './record-presence.ts'
import { presences, type PresenceState } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
beforeAll(async () => {
  company = await testCompany(db)
})

async function customer(status: 'open' | 'closed' = 'open') {
  const contactId = await company.contact('Ana')
  const [contact] = await db.orm.select().from(contacts).where(eq(contacts.id, contactId))
  const queueId = await company.queue(`Fila ${contactId}`)
  const ticketId = await company.ticket({ contactId, status, queueId })
  const says = (state: PresenceState | null, second: number, connectionId = company.connectionId) => {
    const of = { connectionId, contact: { lid: null, number: contact?.number ?? null } }
    return recordPresence(db.orm, of, state, new Date(second * 1_000))
  }
  const shown = async () => (await db.orm.select().from(presences).where(eq(presences.id, ticketId)))[0]
  return { says, shown, queueId }
}
const at = (second: number) => new Date(second * 1_000)

test('who writes is shown on the ticket, in its queue, for some seconds, and written seldom', async () => {
  const { says, shown, queueId } = await customer()
  await says('composing', 0)
  expect(await shown()).toMatchObject({ companyId: company.id, queueId, state: 'composing', until: at(20) })
  await says('composing', 4)
  expect((await shown())?.until).toEqual(at(20))
  await says('composing', 6)
  expect((await shown())?.until).toEqual(at(26))
  await says('recording', 7)
  expect(await shown()).toMatchObject({ state: 'recording', until: at(27) })
  await says(null, 8)
  expect(await shown()).toBeUndefined()
})

test('a closed conversation, or one of another company’s connection, shows nobody', async () => {
  const closed = await customer('closed')
  await closed.says('composing', 0)
  expect(await closed.shown()).toBeUndefined()
  const open = await customer()
  await open.says('composing', 0, (await testCompany(db)).connectionId)
  expect(await open.shown()).toBeUndefined()
})

test('what is over is forgotten', async () => {
  const { says, shown } = await customer()
  await says('composing', 100)
  await forgetPresences(db.orm, at(119))
  expect(await shown()).toBeDefined()
  await forgetPresences(db.orm, at(121))
  expect(await shown()).toBeUndefined()
})
