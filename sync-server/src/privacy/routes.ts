// What the company knows of a person, and forgets (LGPD): how much it is, an export, an erasure, and how long it keeps what was said. Admins' alone.
// What is asked for is a row and a job (db/src/node/privacy); files are answered to those who may ask for them.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import type { AuditAction } from 'db/audit/rules.ts'
import { contacts, syncedContacts } from 'db/contacts/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { filesOf } from 'db/node/privacy/export-person.ts'
import { previewRetention } from 'db/node/privacy/retention.ts'
import { privacyRequests } from 'db/privacy/table.ts'
import { keepDays } from 'db/settings/mutations.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { instant, uuid } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { filled } from '../http/page.ts'

const requestAnswer = v.object({
  id: uuid,
  kind: v.picklist(['export', 'erasure']),
  contactId: uuid,
  status: v.picklist(['waiting', 'done', 'failed']),
  /** Of an export that is there. */
  bytes: v.nullable(v.number()),
  expiresAt: v.nullable(instant),
  createdAt: instant,
})
const knownAnswer = v.object({
  tickets: v.number(),
  messages: v.number(),
  notes: v.number(),
  schedules: v.number(),
  files: v.number(),
  /** Newest first. */
  requests: v.array(requestAnswer),
})
const days = v.optional(v.pipe(v.string(), v.toNumber(), keepDays), '0')
const previewQuery = v.object({ conversationsDays: days, mediaDays: days })
const previewAnswer = v.object({
  conversations: v.number(),
  messages: v.number(),
  files: v.number(),
  bytes: v.number(),
})

export const privacyDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/contacts/:id/privacy',
    summary: 'How much is known of a person, and what was asked of it; for admins',
    status: 200,
    answer: knownAnswer,
  },
  {
    method: 'post',
    path: '/contacts/:id/export',
    summary: 'Export everything about a person',
    description: 'A zip of JSON and files is made in the background: ask for the request until it is `done`.',
    status: 202,
    answer: requestAnswer,
  },
  {
    method: 'post',
    path: '/contacts/:id/erasure',
    summary: 'Erase a person',
    description: 'What stays and why: docs/privacy.md. There is no way back.',
    status: 202,
    answer: requestAnswer,
  },
  { method: 'get', path: '/privacy-requests/:id', summary: 'What became of it', status: 200, answer: requestAnswer },
  { method: 'get', path: '/privacy-requests/:id/file', summary: 'The export, for a week', status: 200 },
  {
    method: 'get',
    path: '/retention/preview',
    summary: 'How much would go today, were it kept for so many days',
    query: previewQuery,
    status: 200,
    answer: previewAnswer,
  },
]

export function privacyReads({ db, media, logger }: Pick<Services, 'db' | 'media' | 'logger'>) {
  const app = new Hono<Authenticated>()
  app.get('/contacts/:id/privacy', async (c) => {
    const { id } = await personOf(db, c)
    const { companyId } = c.get('actor')
    const count = async (table: string) => {
      const [row] = await db.sql<{ n: number }[]>`
        select count(*)::int as n from ${db.sql(table)} where company_id = ${companyId} and contact_id = ${id}`
      return row?.n ?? 0
    }
    const own = and(eq(privacyRequests.companyId, companyId), eq(privacyRequests.contactId, id))
    const requests = await db.orm
      .select()
      .from(privacyRequests)
      .where(own)
      .orderBy(desc(privacyRequests.createdAt), desc(privacyRequests.id))
      .limit(5)
    return c.json({
      tickets: await count('tickets'),
      messages: await count('messages'),
      notes: await count('ticket_notes'),
      schedules: await count('schedules'),
      files: (await filesOf(db, { companyId, contactId: id })).length,
      requests: requests.map(shown),
    })
  })
  app.get('/privacy-requests/:id', async (c) => c.json(shown(await requestOf(db, c))))
  app.get('/privacy-requests/:id/file', async (c) => {
    const request = await requestOf(db, c)
    const { mediaHash: hash, companyId, contactId } = request
    const content = hash === null ? null : await media.read({ companyId, hash })
    if (!content) {
      if (hash !== null) logger.error({ companyId, hash }, 'an export is not in the media store')
      throw new AppError('ERR_NO_MEDIA_FOUND')
    }
    // At once: who reads it hears of its errors, which would be nobody's while the audit log is written.
    const body = Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>
    try {
      const subject = { id: contactId, name: '' }
      await recordAudit(db.orm, { ...actorIn(c.get('actor')), action: 'contact.downloaded', subject }, new Date())
    } catch (error) {
      await body.cancel()
      throw error
    }
    c.header('content-type', 'application/zip')
    c.header('content-disposition', `attachment; filename="dados-${contactId}.zip"`)
    return c.body(body)
  })
  app.get('/retention/preview', async (c) => {
    const actor = allowed(c)
    const periods = parseArgs(previewQuery, filled(c.req.query()))
    return c.json(await previewRetention(db, actor.companyId, periods, new Date()))
  })
  return app
}

export function privacyRoutes(services: Services) {
  const { db, jobs } = services
  const ask = (kind: 'export' | 'erasure', action: AuditAction | null) => async (c: Context<Authenticated>) => {
    const person = await personOf(db, c)
    if (person.isGroup) throw new AppError('ERR_VALIDATION', { fields: { id: ['A group'] } })
    const { companyId, userId } = c.get('actor')
    const now = new Date()
    const own = { id: newId(), companyId, userId, kind, contactId: person.id, createdAt: now }
    const request = await db.orm.transaction(async (tx) => {
      const made = await tx
        .insert(privacyRequests)
        .values(own)
        .onConflictDoNothing({
          target: [privacyRequests.contactId, privacyRequests.kind],
          where: sql`status = 'waiting'`,
        })
        .returning()
      if (made[0]) {
        await jobs.sendPrivacyRequest(tx, made[0].id)
        const subject = { id: person.id, name: '' }
        if (action) await recordAudit(tx, { ...actorIn(c.get('actor')), action, subject }, now)
        return made[0]
      }
      // It is being done already.
      const same = and(eq(privacyRequests.contactId, person.id), eq(privacyRequests.kind, kind))
      const [waiting] = await tx
        .select()
        .from(privacyRequests)
        .where(and(same, eq(privacyRequests.status, 'waiting')))
      if (!waiting) throw new AppError('ERR_INTERNAL')
      return waiting
    })
    return c.json(shown(request), 202)
  }
  const app = new Hono<Authenticated>()
  app.post('/contacts/:id/export', ask('export', 'contact.exported'))
  // It is noted when it is done, in that transaction.
  app.post('/contacts/:id/erasure', ask('erasure', null))
  return app
}

function allowed(c: Context<Authenticated>): UserActor {
  const actor = c.get('actor')
  // Who may read none finds none, whatever its id.
  const readsOne = c.req.method === 'GET' && c.req.param('id') !== undefined
  if (!hasPermission(actor, 'privacy:manage')) throw new AppError(readsOne ? 'ERR_NOT_FOUND' : 'ERR_NO_PERMISSION')
  return actor
}

async function personOf({ orm }: Services['db'], c: Context<Authenticated>) {
  const actor = allowed(c)
  const id = parseArgs(idArg, c.req.param('id'))
  const [contact] = await orm
    .select({ id: contacts.id, isGroup: contacts.isGroup })
    .from(contacts)
    .where(and(eq(contacts.id, id), syncedContacts.scope(actor)))
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  return contact
}

async function requestOf({ orm }: Services['db'], c: Context<Authenticated>) {
  const { companyId } = allowed(c)
  const id = parseArgs(idArg, c.req.param('id'))
  const isIt = and(eq(privacyRequests.id, id), eq(privacyRequests.companyId, companyId))
  const [request] = await orm.select().from(privacyRequests).where(isIt)
  if (!request) throw new AppError('ERR_NOT_FOUND')
  return request
}

function shown({
  id,
  kind,
  contactId,
  status,
  mediaHash,
  bytes,
  expiresAt,
  createdAt,
}: typeof privacyRequests.$inferSelect) {
  return { id, kind, contactId, status, bytes: mediaHash === null ? null : bytes, expiresAt, createdAt }
}
