// What starting a campaign would do, before it is started: to how many, whom not, until when, and what the first three will read, word for
// word.
import { fillVariables } from 'db/bot/variables.ts'
import { localTime } from 'db/bot/opening-hours.ts'
import { endOf } from 'db/campaigns/pace.ts'
import { fillPerson, missing, variantsOf, type Person } from 'db/campaigns/rules.ts'
import { campaignSettingsOf } from 'db/campaigns/settings.ts'
import { connectionPaces, type Campaign } from 'db/campaigns/table.ts'
import { companies } from 'db/companies/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { mustSeeCampaign } from './report.ts'

const count = v.number()
const example = v.object({
  name: v.string(),
  number: v.string(),
  /** Null where none is asked. */
  question: v.nullable(v.string()),
  message: v.string(),
})

export const forecastAnswer = v.object({
  people: count,
  /** Who will be written to, as far as is known now. */
  valid: count,
  invalid: count,
  optedOut: count,
  repeated: count,
  /** Of `valid`: WhatsApp was not asked for them yet. */
  unchecked: count,
  /** Messages of other running campaigns that share the connection's pace. */
  ahead: count,
  /** When the last one goes out at this pace, begun now; null: it is further ahead than a year, or never. */
  endsAt: v.nullable(v.date()),
  examples: v.array(example),
})

/** Of one that has no people yet: it has no list and no tag, or is a draft of somebody else's making. */
const nobody = sql`select '' as name, '' as number, '' as email, null::boolean as valid, 0::bigint as place where false`

export async function forecast(tx: ServerTx, actor: UserActor, id: string, now: Date) {
  const campaign = await mustSeeCampaign(tx, actor, id)
  const audience = peopleOf(campaign)
  const [numbers] = (await tx.execute(sql`
    with people as (${audience}), known as (
      select p.valid, exists (
        select from opt_outs o where o.company_id = ${actor.companyId} and o.revoked_at is null and o.number_key = one_number(p.number)
      ) as out from people p
    )
    select count(*)::int as people, (count(*) filter (where out))::int as "optedOut",
      (count(*) filter (where not out and valid = false))::int as invalid,
      (count(*) filter (where not out and valid is null))::int as unchecked from known`)) as unknown as Counts[]
  const { people = 0, optedOut = 0, invalid = 0, unchecked = 0 } = numbers ?? {}
  const valid = people - optedOut - invalid
  const ahead = await messagesAhead(tx, campaign)
  const endsAt = await forecastEnd(tx, campaign, valid * (await messagesEach(tx, campaign)) + ahead, now)
  const repeated = campaign.repeatedCount
  const examples = await examplesOf(tx, campaign, audience, now)
  return { people: people + repeated, valid, invalid, optedOut, repeated, unchecked, ahead, endsAt, examples }
}

interface Counts {
  people: number
  optedOut: number
  invalid: number
  unchecked: number
}

/** As they stand now: of a list its people, of a tag those who were copied. */
function peopleOf({ id, contactListId, tagId, status }: Campaign): SQL {
  if (tagId !== null || (status !== 'INATIVA' && status !== 'PROGRAMADA')) {
    return sql`select name, number, email, case state when 'invalid' then false end as valid, position::bigint as place
      from campaign_shippings where campaign_id = ${id}`
  }
  return contactListId === null
    ? nobody
    : sql`select name, number, email, is_whatsapp_valid as valid, row_number() over (order by name, number) as place
        from contact_list_items where contact_list_id = ${contactListId}`
}

/** SQL of how many messages a person of campaign `c` gets: a question, the files and the text. */
const perPerson = sql`(1 + c.confirmation::int + (c.media_hash is not null)::int + (
  select count(*) from file_list_options o where o.file_list_id = c.file_list_id and o.media_hash is not null))::int`

async function messagesEach(tx: ServerTx, { id }: Campaign): Promise<number> {
  const [own] = (await tx.execute(
    sql`select ${perPerson} as count from campaigns c where c.id = ${id}`,
  )) as unknown as {
    count: number
  }[]
  return own?.count ?? 1
}

async function messagesAhead(tx: ServerTx, { id, connectionId }: Campaign): Promise<number> {
  const [other] = (await tx.execute(sql`
    select coalesce(sum(${perPerson} - (s.state = 'confirmed')::int), 0)::int as count
    from campaign_shippings s join campaigns c on c.id = s.campaign_id
    where c.connection_id = ${connectionId} and c.status = 'EM_ANDAMENTO' and c.id <> ${id} and s.state in ('waiting', 'confirmed')`)) as unknown as {
    count: number
  }[]
  return other?.count ?? 0
}

async function forecastEnd(tx: ServerTx, { companyId, connectionId }: Campaign, messages: number, now: Date) {
  if (connectionId === null) return null
  const settings = await campaignSettingsOf(tx, companyId)
  const timeZone = await timeZoneOf(tx, companyId)
  const [pace] = await tx.select().from(connectionPaces).where(eq(connectionPaces.connectionId, connectionId))
  const sentToday = pace?.day === localTime(now, timeZone).date ? pace.dayCount : 0
  return endOf({ messages, settings, timeZone, since: pace?.since ?? now, sentToday }, now)
}

async function timeZoneOf(tx: ServerTx, companyId: string) {
  const [company] = await tx.select({ timeZone: companies.timeZone }).from(companies).where(eq(companies.id, companyId))
  if (!company) throw new Error('who asks has a company')
  return company.timeZone
}

async function examplesOf(tx: ServerTx, campaign: Campaign, audience: SQL, now: Date) {
  if (missing(campaign).message1) return []
  const first = (await tx.execute(sql`
    select p.name, p.number, p.email, p.place::int as place from (${audience}) p
    where p.valid is distinct from false and not exists (
      select from opt_outs o where o.company_id = ${campaign.companyId} and o.revoked_at is null and o.number_key = one_number(p.number)
    ) order by p.place limit 3`)) as unknown as (Person & { place: number })[]
  const { variables } = await campaignSettingsOf(tx, campaign.companyId)
  const timeZone = await timeZoneOf(tx, campaign.companyId)
  const say = (person: Person, text: string) =>
    fillVariables(fillPerson(text, person, variables), {
      contactName: person.name,
      ticketNumber: null,
      now,
      timeZone,
      language: 'pt',
    })
  const messages = variantsOf(campaign, 'message')
  const questions = campaign.confirmation ? variantsOf(campaign, 'question') : []
  return first.map((person) => {
    const turn = <T>(texts: readonly T[]) => texts[(person.place - 1) % texts.length]
    const question = turn(questions)
    return {
      name: person.name,
      number: person.number,
      question: question === undefined ? null : say(person, question),
      message: say(person, turn(messages) ?? ''),
    }
  })
}
