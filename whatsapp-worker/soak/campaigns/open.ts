// Lists, campaigns and settings, as an admin makes them; then all are started.
import { whatsAppNumber } from 'db/contacts/numbers.ts'
import { takeInItems } from 'db/contact-lists/items.ts'
import { contactLists } from 'db/contact-lists/table.ts'
import { defaultPace } from 'db/campaigns/pace.ts'
import { campaignSettings } from 'db/campaigns/table.ts'
import { newId } from 'db/kit/new-id.ts'
import type { World } from '../world.ts'
import { Office } from './office.ts'
import { messageOf, questionOf, type CampaignPlan, type PlannedCampaign } from './plan.ts'

export interface Opened {
  companyId: string
  office: Office
  /** In the order of the plan. */
  ids: readonly string[]
}

export async function openCampaigns(world: World, plan: CampaignPlan, interval: number): Promise<Opened> {
  const { db, connections, url } = world
  const [first] = connections
  if (!first) throw new Error('there are two')
  const [{ companyId, email } = { companyId: '', email: '' }] = await db.sql<{ companyId: string; email: string }[]>`
    select c.company_id as "companyId", u.email from connections c join users u on u.company_id = c.company_id
    where c.id = ${first.id} and u.profile = 'admin'`
  const own = { companyId, createdAt: new Date(), updatedAt: new Date() }
  const always = {
    messageInterval: interval,
    longerIntervalAfter: 0,
    startHour: '00:00',
    endHour: '00:00',
    dailyCap: 0,
  }
  await db.orm.insert(campaignSettings).values({ ...defaultPace, ...always, warmUp: [], ...own, id: companyId })
  const ids = []
  for (const campaign of plan.campaigns) ids.push(await addCampaign(world, own, campaign))
  // One login ends the other.
  await Promise.all(world.attendants.map((attendant) => attendant.stop()))
  const office = new Office(url, email)
  for (const id of ids) await office.ask('POST', `/campaigns/${id}/start`)
  return { companyId, office, ids }
}

async function addCampaign(
  { db, connections }: World,
  own: { companyId: string; createdAt: Date; updatedAt: Date },
  { name, connection, confirmation, people }: PlannedCampaign,
): Promise<string> {
  const contactListId = newId()
  await db.orm.insert(contactLists).values({ ...own, id: contactListId, name })
  const rows = people.map((person) => ({ name: person.name, number: whatsAppNumber(person.number), email: '' }))
  await db.orm.transaction((tx) => takeInItems(tx, { companyId: own.companyId, contactListId }, rows, own.createdAt))
  const on = connections[connection]
  if (!on) throw new Error('there are two')
  const id = newId()
  const texts = { message1: messageOf(name), ...(confirmation && { confirmationMessage1: questionOf(name) }) }
  const values = { id, name, connectionId: on.id, contactListId, confirmation, ...texts }
  await new Promise<void>((resolve) => on.attendant.mutate('campaign.create', values, resolve))
  return id
}
