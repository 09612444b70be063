// One person is forgotten: what `contact.delete` takes away, and what it leaves of them elsewhere. What stays, and why, is in docs/privacy.md and in
// the words of the confirmation. Invariant: all rows go in one transaction; files go after it, those that nobody else names.
import { recordAudit } from '../../audit/record.ts'
import { deleteContact } from '../../contacts/mutations.ts'
import { sameNumberVariants } from '../../contacts/number-variants.ts'
import { contacts } from '../../contacts/table.ts'
import { noEffects } from '../../kit/effects.ts'
import { systemContext } from '../../kit/system-context.ts'
import { privacyRequests } from '../../privacy/table.ts'
import { users } from '../../users/table.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database, ServerTx } from '../connect.ts'
import type { MediaStore } from '../media/media-store.ts'
import { removeUnnamed } from '../media/sweep-files.ts'
import { filesOf } from './export-person.ts'

interface Erasure {
  id: string
  companyId: string
  contactId: string
  userId: string | null
}

/** A file that somebody was about to name within it is left to the nightly sweep. */
const inUseMs = 3_600_000

export async function erasePerson(
  { db, media }: { db: Database; media: MediaStore },
  { companyId, contactId, userId }: Erasure,
  now: Date,
): Promise<void> {
  const person = { companyId, contactId }
  const exports = await db.orm
    .select({ hash: privacyRequests.mediaHash })
    .from(privacyRequests)
    .where(and(eq(privacyRequests.contactId, contactId), isNotNull(privacyRequests.mediaHash)))
  const hashes = new Set([
    ...(await filesOf(db, person)).map(({ hash }) => hash),
    ...exports.flatMap(({ hash }) => hash ?? []),
  ])
  await db.orm.transaction(async (tx) => {
    const isIt = and(eq(contacts.id, contactId), eq(contacts.companyId, companyId))
    const [contact] = await tx.select().from(contacts).where(isIt).for('update')
    // A job that comes twice.
    if (!contact) return
    await forgetElsewhere(tx, person, contact)
    await deleteContact.run(tx, { id: contactId }, systemContext(companyId, noEffects, { now }))
    const [asker] = userId === null ? [] : await tx.select({ name: users.name }).from(users).where(eq(users.id, userId))
    const by = asker && userId ? { id: userId, name: asker.name } : null
    await recordAudit(tx, { companyId, by, action: 'contact.erased', subject: { id: contactId, name: '' } }, now)
  })
  const keys = [...hashes].map((hash) => ({ companyId, hash }))
  await removeUnnamed({ db, media }, keys, new Date(now.getTime() - inUseMs))
}

/** What has no reference to the contact, or outlives it. */
async function forgetElsewhere(
  tx: ServerTx,
  { companyId, contactId }: Pick<Erasure, 'companyId' | 'contactId'>,
  { number, lid }: typeof contacts.$inferSelect,
) {
  const own = sql`company_id = ${companyId}`
  const spellings = number === null ? [null] : sameNumberVariants(number)
  const sameNumber = sql`number_key = one_number(${number}::text)`
  // In groups: what they wrote, and the line of a list that may repeat it.
  await tx.execute(sql`update tickets set last_message = '', updated_at = now()
    where ${own} and id in (select ticket_id from messages where ${own} and participant_id = ${contactId})`)
  await tx.execute(sql`delete from messages where ${own} and participant_id = ${contactId}`)
  await tx.execute(sql`delete from webhook_deliveries where ${own} and (subject_id = ${contactId}
    or subject_id in (select id from tickets where ${own} and contact_id = ${contactId}))`)
  await tx.execute(sql`delete from phone_contacts where ${own} and (number in ${spellings} or lid = ${lid})`)
  await tx.execute(sql`delete from group_participants where ${own} and (number in ${spellings} or lid = ${lid})`)
  // That they said stop is kept with the number alone: forgotten, they would be written to again.
  await tx.execute(
    sql`update opt_outs set name = '', body = '' where ${own} and (contact_id = ${contactId} or ${sameNumber})`,
  )
  // How many a campaign reached stays true.
  await tx.execute(sql`update campaign_shippings set name = '', email = '', number = id::text,
    state = case when state in ('waiting', 'asked', 'confirmed') then 'invalid' else state end
    where ${own} and (contact_id = ${contactId} or ${sameNumber})`)
  await tx.execute(sql`delete from contact_list_items where ${own} and ${sameNumber}`)
  await tx.execute(sql`update api_sends set number = '' where ${own} and number in ${spellings}`)
  await tx.execute(sql`update privacy_requests set media_hash = null where ${own} and contact_id = ${contactId}`)
}
