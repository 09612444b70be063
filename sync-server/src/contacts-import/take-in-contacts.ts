// The rows of a spreadsheet into a company's contacts, found by number with or without the ninth digit; one transaction for all.
// Invariant: only rows of the actor's company are read or written.
import type { SheetContact } from 'db/contacts/sheet.ts'
import { sameNumberVariants } from 'db/contacts/number-variants.ts'
import { contacts, syncedContacts } from 'db/contacts/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'

const batch = 1000

export async function takeInContacts({ orm }: Database, actor: UserActor, rows: readonly SheetContact[]) {
  return orm.transaction(async (tx) => {
    const known = await idsByNumber(tx, actor)
    const idOf = ({ number }: SheetContact) =>
      sameNumberVariants(number)
        .map((each) => known.get(each))
        .find(Boolean)
    const old = rows.flatMap((row) => {
      const id = idOf(row)
      return id === undefined ? [] : [{ id, ...row }]
    })
    const now = new Date()
    const created = await insert(
      tx,
      actor,
      now,
      rows.filter((row) => idOf(row) === undefined),
    )
    await update(tx, actor, now, old)
    return { created, updated: old.length }
  })
}

async function idsByNumber(tx: ServerTx, actor: UserActor): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: contacts.id, number: contacts.number })
    .from(contacts)
    .where(and(syncedContacts.scope(actor), eq(contacts.isGroup, false), isNotNull(contacts.number)))
  return new Map(rows.map(({ id, number }) => [number ?? '', id]))
}

/** How many. One that came in meanwhile by itself stays as it is. */
async function insert(tx: ServerTx, { companyId }: UserActor, now: Date, rows: readonly SheetContact[]) {
  let created = 0
  for (const part of chunks(rows)) {
    const values = part.map((row) => ({
      id: newId(),
      companyId,
      ...row,
      isGroup: false,
      createdAt: now,
      updatedAt: now,
    }))
    const done = await tx.insert(contacts).values(values).onConflictDoNothing().returning({ id: contacts.id })
    created += done.length
  }
  return created
}

/** What the sheet leaves empty stays. */
async function update(
  tx: ServerTx,
  { companyId }: UserActor,
  now: Date,
  rows: readonly (SheetContact & { id: string })[],
) {
  for (const part of chunks(rows)) {
    const data = JSON.stringify(part.map(({ id, name, email }) => ({ id, name, email })))
    await tx.execute(sql`
      update contacts c set name = d.name, email = coalesce(nullif(d.email, ''), c.email), updated_at = ${now.toISOString()}
      from jsonb_to_recordset(${data}::text::jsonb) as d(id uuid, name text, email text)
      where c.id = d.id and c.company_id = ${companyId}`)
  }
}

function* chunks<Row>(rows: readonly Row[]) {
  for (let at = 0; at < rows.length; at += batch) yield rows.slice(at, at + batch)
}
