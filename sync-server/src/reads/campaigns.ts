// Campaigns as the specification shows them: under its names, with connection and list by name, and of one that is asked for alone the
// people of its list and what became of each. Rows of other tables are found by ids of rows that are in the actor's scope.
import { campaignShippings, syncedCampaigns, type Campaign } from 'db/campaigns/table.ts'
import { connections } from 'db/connections/table.ts'
import { contactListItems, contactLists } from 'db/contact-lists/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { isAnyOf } from 'db/kit/sql/is-any-of.ts'
import type { Database } from 'db/node/connect.ts'
import { asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { itemAnswer, itemColumnsShown } from '../contact-lists/item-answer.ts'
import { instant, mediaPath, nullableUuid, rowAnswer, uuid } from '../http/openapi/answer-schema.ts'
import { pathOf } from './management.ts'

type Row = Record<string, unknown>

const named = { id: uuid, name: v.string() }
const moment = v.nullable(instant)
const shippingAnswer = v.object({
  ...named,
  number: v.string(),
  deliveredAt: moment,
  confirmationRequestedAt: moment,
  confirmedAt: moment,
})

const { connectionId: _connectionId, tagId: _tagId, ...columns } = rowAnswer(syncedCampaigns).entries

export const campaignAnswer = v.object({
  ...columns,
  whatsappId: nullableUuid,
  tagListId: nullableUuid,
  mediaPath,
  whatsapp: v.nullable(v.object(named)),
  /** `contacts` and `shipping`: of one that is asked for alone. */
  contactList: v.nullable(v.object({ ...named, contacts: v.optional(v.array(itemAnswer)) })),
  shipping: v.optional(v.array(shippingAnswer)),
})

export async function withPlaces(db: Database, _actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const all = rows as unknown as Campaign[]
  const [ofConnection, ofList] = await Promise.all([
    namesOf(
      db,
      connections,
      all.map(({ connectionId }) => connectionId),
    ),
    namesOf(
      db,
      contactLists,
      all.map(({ contactListId }) => contactListId),
    ),
  ])
  return all.map(({ connectionId, tagId, ...row }) => ({
    ...row,
    ...pathOf(row),
    whatsappId: connectionId,
    tagListId: tagId,
    whatsapp: ofConnection(connectionId),
    contactList: ofList(row.contactListId),
  }))
}

async function namesOf(db: Database, table: typeof connections | typeof contactLists, ids: (string | null)[]) {
  const rows = await db.orm
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(
      isAnyOf(
        table.id,
        ids.filter((id) => id !== null),
      ),
    )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id: string | null) => byId.get(id ?? '') ?? null
}

/** A row of `withPlaces` with everybody whom it concerns. */
export async function withPeople(db: Database, row: Row): Promise<Row> {
  const { id, contactList } = row as { id: string; contactList: { id: string } | null }
  const [contacts, shipping] = await Promise.all([
    contactList &&
      db.orm
        .select(itemColumnsShown)
        .from(contactListItems)
        .where(eq(contactListItems.contactListId, contactList.id))
        .orderBy(asc(contactListItems.name), asc(contactListItems.id)),
    db.orm
      .select({
        id: campaignShippings.id,
        name: campaignShippings.name,
        number: campaignShippings.number,
        deliveredAt: campaignShippings.deliveredAt,
        confirmationRequestedAt: campaignShippings.confirmationRequestedAt,
        confirmedAt: campaignShippings.confirmedAt,
      })
      .from(campaignShippings)
      .where(eq(campaignShippings.campaignId, id))
      .orderBy(asc(campaignShippings.position)),
  ])
  return { ...row, contactList: contactList && { ...contactList, contacts }, shipping }
}
