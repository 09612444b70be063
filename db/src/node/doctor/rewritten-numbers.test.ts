import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { contacts, phoneContacts } from '../../contacts/table.ts'
import { useTestDatabase } from '../testing/test-file-database.ts'
import { testCompany, type TestCompany } from '../testing/test-world.ts'
import { findRewritten, repairRewritten, tellRewritten } from './rewritten-numbers.ts'

const db = useTestDatabase()
let company: TestCompany
beforeAll(async () => {
  company = await testCompany(db)
})

async function contact(number: string, change: Partial<typeof contacts.$inferInsert> = {}) {
  const id = await company.contact('Cliente')
  await db.orm
    .update(contacts)
    .set({ number, ...change })
    .where(eq(contacts.id, id))
  return id
}
const numberOf = async (id: string) => (await db.orm.select().from(contacts).where(eq(contacts.id, id)))[0]?.number

test('rewritten numbers are told, and put back only where it is proven and asked for', async () => {
  await contact('5511987654321')
  await contact('551187654322', { onWhatsapp: true })
  const nobody = await contact('5514155552999', { numberGiven: true })
  const twice = await contact('5514155552671')
  const known = await contact('14155552671', { lid: '77' })
  const told = await contact('5551912345678', { lid: '88' })
  await db.orm.insert(phoneContacts).values({
    connectionId: company.connectionId,
    account: '88',
    companyId: company.id,
    lid: '88',
    number: '51912345678',
    name: '',
    pushName: '',
    updatedAt: new Date(),
  })
  const perhaps = await contact('5551912345679')
  await contact('51912345679')

  const found = await findRewritten(db)
  const proofs = new Map(found.map(({ contactId, was, proof }) => [contactId, [was, proof]]))
  expect(proofs).toEqual(
    new Map([
      [nobody, ['14155552999', 'no-such-number']],
      [twice, ['14155552671', 'no-such-number']],
      [told, ['51912345678', 'whatsapp']],
      [perhaps, ['51912345679', null]],
    ]),
  )
  expect(tellRewritten(found)[0]?.what).toBe('Números de contatos: 4 parecem reescritos, 3 comprovados')
  expect(await numberOf(nobody)).toBe('5514155552999')

  const lines: string[] = []
  expect(await repairRewritten(db, (line) => lines.push(line))).toBe(3)
  expect(lines).toHaveLength(3)
  expect([await numberOf(nobody), await numberOf(told)]).toEqual(['14155552999', '51912345678'])
  // Who has the number already is the same person.
  expect([await numberOf(twice), await numberOf(known)]).toEqual([undefined, '14155552671'])
  expect(await numberOf(perhaps)).toBe('5551912345679')
  expect((await findRewritten(db)).map(({ contactId }) => contactId)).toEqual([perhaps])
})
