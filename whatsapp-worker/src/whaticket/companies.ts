// Companies, with their settings and the plan that imported ones have.
import { eq } from 'drizzle-orm'
import { companies, plans } from 'db/companies/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { defaultSettings, onOff, scheduleTypes, settings, type Settings } from 'db/settings/table.ts'
import * as v from 'valibot'
import { importedId } from './ids.ts'
import { openingHoursOf } from './mapping.ts'
import type { Row } from './source.ts'
import { store } from './target.ts'
import { flag, idOf, json, madeAt, moment, text } from './values.ts'
import { allRows, ofCompany, onlyCompany, taken, type Work } from './work.ts'

const name = 'companies'
const day = 864e5
/** Nobody is locked out on the day of the move. */
const graceDays = 30
const archiveAfterDays = 14

export async function importCompanies(work: Work): Promise<void> {
  const table = work.source.table('Companies', 'Tenants')
  const rows = table
    ? await allRows(table, [
        'id',
        'name',
        'email',
        'phone',
        'status',
        'dueDate',
        'schedules',
        'businessHours',
        'createdAt',
        'updatedAt',
      ])
    : await theOne(work)
  const planId = await planOfImported(work)
  const incoming = taken(work, name, rows, (row) => {
    const from = idOf(row)
    const at = madeAt(row)
    const id = importedId('companies', from, at)
    work.known.companies.set(from, { id, archiveAfterDays })
    const dueDate = new Date(Math.max(moment(row, 'dueDate')?.getTime() ?? 0, work.now.getTime() + graceDays * day))
    return {
      from,
      row: {
        id,
        name: text(row, 'name', 100) || work.companyName,
        email: text(row, 'email', 254) || null,
        phone: text(row, 'phone', 50) || null,
        planId,
        status:
          row['status'] === undefined || row['status'] === null || row['status'] === 'active' || flag(row, 'status'),
        operator: false,
        dueDate,
        recurrence: 'MENSAL' as const,
        timeZone: work.timeZone,
        archiveAfterDays,
        hours: openingHoursOf(json(row, 'schedules') ?? json(row, 'businessHours')),
        features: [],
        webhooksOff: 0,
        createdAt: at,
        updatedAt: moment(row, 'updatedAt') ?? at,
      },
    }
  })
  await store(work, { table: companies, name }, incoming)
  await importSettings(work)
}

/** A database of a single company, begun with its first person. */
async function theOne({ source, companyName }: Work): Promise<Row[]> {
  const people = await allRows(source.table('Users'), ['id', 'createdAt', 'updatedAt'])
  const [first] = people
  return first ? [{ ...first, id: onlyCompany, name: companyName, updatedAt: first['createdAt'] }] : []
}

/** Which nobody may choose, and which costs nothing until the operator gives the company another. */
async function planOfImported({ db, isDryRun, now }: Work): Promise<string> {
  const called = 'Importado'
  const [found] = await db.orm.select({ id: plans.id }).from(plans).where(eq(plans.name, called))
  if (found) return found.id
  const id = newId()
  const room = { users: 1_000, connections: 100, queues: 200 }
  if (!isDryRun) {
    await db.orm
      .insert(plans)
      .values({ id, name: called, ...room, offered: false, value: '0.00', createdAt: now, updatedAt: now })
  }
  return id
}

const enabled = v.picklist(onOff)
/** By the old key, which is the specification's. */
const keys = {
  userRating: ['userRating', enabled],
  scheduleType: ['scheduleType', v.picklist(scheduleTypes)],
  CheckMsgIsGroup: ['checkMsgIsGroup', enabled],
  call: ['call', enabled],
  sendGreetingAccepted: ['sendGreetingAccepted', enabled],
  sendMsgTransfTicket: ['sendMsgTransfTicket', enabled],
} as const satisfies Record<string, readonly [keyof Settings, v.GenericSchema<unknown, string>]>

async function importSettings(work: Work) {
  const rows = await allRows(work.source.table('Settings'), ['key', 'value', ...ofCompany], ['key'])
  const chosen = new Map<number, Partial<Settings>>()
  for (const row of rows) {
    const key = Object.hasOwn(keys, text(row, 'key')) ? keys[text(row, 'key') as keyof typeof keys] : null
    const value = key && v.safeParse(key[1], row['value'])
    if (!key || !value?.success) continue
    const old = Number(row['companyId'] ?? row['tenantId'] ?? onlyCompany)
    chosen.set(old, { ...chosen.get(old), [key[0]]: value.output })
  }
  const times = { createdAt: work.now, updatedAt: work.now }
  const incoming = [...work.known.companies].map(([from, { id }]) => ({
    from,
    row: { id, companyId: id, ...defaultSettings, ...chosen.get(from), ...times },
  }))
  work.tally.of('settings').read += incoming.length
  await store(work, { table: settings, name: 'settings' }, incoming)
}
