// A company with a row in every table and a file in every folder: what another company's people are to find nothing of.
import { accountLinks } from 'db/accounts/table.ts'
import { connectionDays, connectionLeases, connections, connectionTallies, sessionKeys } from 'db/connections/table.ts'
import { campaignSettings, optOuts } from 'db/campaigns/table.ts'
import { defaultPace } from 'db/campaigns/pace.ts'
import { contactImports, groupFacts, groupParticipants, phoneContacts } from 'db/contacts/table.ts'
import { invoices, payments, pixCharges, secrets } from 'db/billing/table.ts'
import { companies } from 'db/companies/table.ts'
import { contactListItems } from 'db/contact-lists/table.ts'
import { fileListOptions } from 'db/file-lists/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { mediaFetches } from 'db/media/fetches-table.ts'
import { noteMentions } from 'db/mentions/table.ts'
import { voiceNotes } from 'db/media/voice-notes-table.ts'
import { groupReceipts } from 'db/messages/receipts/group-receipts-table.ts'
import { earlyChanges } from 'db/messages/table.ts'
import type { Database } from 'db/node/connect.ts'
import { takeInFile } from 'db/node/media/take-in-file.ts'
import { offerQueues, testPassword } from 'db/node/testing/test-world.ts'
import { hashToken } from 'db/node/hash-token.ts'
import { presences } from 'db/presences/table.ts'
import { recordViewer } from 'db/presences/record-viewer.ts'
import { announcementViews } from 'db/announcements/table.ts'
import { privacyRequests } from 'db/privacy/table.ts'
import { notificationSettings, pushSubscriptions } from 'db/push/table.ts'
import { authenticators, loginSteps, passkeys, recoveryCodes } from 'db/second-factors/table.ts'
import { defaultSettings, settings } from 'db/settings/table.ts'
import { ofEverybody } from 'db/resources.ts'
import { ticketTags } from 'db/tags/table.ts'
import { logins, sessions } from 'db/users/table.ts'
import { webhookDeliveries, webhookEndpoints } from 'db/webhooks/table.ts'
import { eq, sql as drizzle } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { world, type World } from '../http/contract-world.ts'
import { newToken } from '../messages-api/token.ts'
import type { TestApi } from '../test-api.ts'

export interface Tenant extends World {
  /** SHA-256 of a file that its media store has. */
  mediaHash: string
  fileListOptionId: string
  contactListItemId: string
  optOutId: string
  /** Contact that is a group. */
  groupId: string
  /** Upload that was begun and not finished. */
  uploadId: string
  subscriptionId: string
  /** What the company owes. */
  invoiceId: string
  /** A code that pays it, and a payment of the ledger. */
  chargeId: string
  paymentId: string
  /** Where it has told what happens, and what was told there. */
  webhookId: string
  webhookDeliveryId: string
  /** What another system sent by the connection's token. */
  apiSendId: string
  /** Where the admin is logged in. */
  loginId: string
  /** Of a colleague of theirs. */
  passkeyId: string
  /** What somebody wants to know, or to have forgotten, of a person. */
  privacyRequestId: string
  /** What their admin did last. */
  mutationId: string
  apiToken: string
  adminToken: string
  attendantToken: string
}

/** A row of everything that a query reads. */
export async function fullWorld(db: Database): Promise<World> {
  const of = await world(db)
  const { orm, sql } = db
  const [companyId, now] = [of.company.id, new Date()]
  const own = { companyId, createdAt: now, updatedAt: now }
  const inQueue = { companyId, queueId: of.queueId, archived: false }
  await sql`update tickets set unread_messages = 2 where company_id = ${companyId}`
  await sql`update messages set from_me = true, ack = 0 where company_id = ${companyId}`
  await sql`update contacts set number = '5511987654321' where id = ${of.otherContactId}`
  await sql`update connections set status = 'TIMEOUT' where company_id = ${companyId}`
  const earlier = { contactId: of.contactId, queueId: of.queueId, createdAt: new Date(0) }
  await of.company.ticket({ ...earlier, status: 'closed' })
  await of.company.ticket({ contactId: of.otherContactId, queueId: of.queueId })
  await orm.insert(ticketTags).values({ id: newId(), ...inQueue, ticketId: of.ticketId, tagId: of.tagId })
  await orm.insert(presences).values({ id: of.ticketId, ...inQueue, state: 'composing', until: now })
  const mentioned = { noteId: of.noteId, ticketId: of.ticketId, userId: of.admin.userId, seenAt: null }
  await orm.insert(noteMentions).values({ id: newId(), ...own, ...inQueue, ...mentioned })
  await recordViewer(orm, of.ofQueue, of.ticketId, 'viewing', now)
  const member = { groupId: of.contactId, lid: newId(), number: null, isAdmin: false }
  await orm.insert(groupParticipants).values({ id: newId(), ...own, ...member })
  const { connectionId } = of.company
  await offerQueues(db, of.company, [of.queueId])
  await orm.insert(connectionDays).values({ id: newId(), ...own, connectionId, day: '2026-11-20' })
  const counts = { created: 1, updated: 2, skipped: 3 }
  await orm
    .insert(contactImports)
    .values({ id: of.contactId, ...own, connectionId, userId: of.admin.userId, status: 'done', ...counts })
  await orm.insert(announcementViews).values({ id: of.admin.userId, ...own, seenAt: now })
  await orm.insert(notificationSettings).values({ id: of.admin.userId, ...own, showText: true })
  await orm.insert(settings).values({ id: companyId, ...own, ...defaultSettings })
  await orm.insert(campaignSettings).values({ id: companyId, ...own, ...defaultPace })
  return of
}

/** A row of everything there is, and files. */
export async function tenant(api: TestApi): Promise<Tenant> {
  const of = await fullWorld(api.db)
  const [adminToken, attendantToken] = [await enter(api, of.admin.email), await enter(api, of.ofQueue.email)]
  const groupId = await ofWhatsApp(api.db, of)
  const mediaHash = await withFile(api, of)
  const { fileListOptionId, contactListItemId, optOutId } = await ofLists(api.db, of, mediaHash)
  await whileAtWork(api.db, of)
  await react(api, of, adminToken)
  const subscriptionId = await subscribe(api.db, of)
  const uploadId = await beginUpload(api, adminToken)
  const billed = await bill(api.db, of)
  const webhooks = await tell(api.db, of)
  const { passkeyId, privacyRequestId } = await protect(api.db, of)
  const apiToken = newToken()
  const apiSendId = await sendByApi(api, of, apiToken)
  const [login] = await api.db.orm.select({ id: logins.id }).from(logins).where(eq(logins.userId, of.admin.userId))
  const [done] = await api.db.sql<{ id: string }[]>`
    select id from applied_mutations where user_id = ${of.admin.userId} order by applied_at desc limit 1`
  if (!done) throw new Error('an admin has done something')
  const rows = {
    mutationId: done.id,
    fileListOptionId,
    contactListItemId,
    optOutId,
    groupId,
    uploadId,
    subscriptionId,
    ...billed,
    apiSendId,
    passkeyId,
    privacyRequestId,
  }
  const ids = { mediaHash, ...rows, ...webhooks, loginId: login?.id ?? '' }
  return { ...of, ...ids, adminToken, attendantToken, apiToken }
}

/** In lists of files and of contacts, and who wants no campaigns any more. */
async function ofLists({ orm }: Database, of: World, mediaHash: string) {
  const fileListOptionId = newId()
  const option = { companyId: of.company.id, fileListId: of.fileListId, position: 0, name: 'Tabela de preços' }
  await orm.insert(fileListOptions).values({ id: fileListOptionId, ...option, mediaHash })
  const contactListItemId = newId()
  const person = { name: 'Ana', number: '5511988887777', email: '', createdAt: new Date(), updatedAt: new Date() }
  const inList = { companyId: of.company.id, contactListId: of.contactListId }
  await orm.insert(contactListItems).values({ id: contactListItemId, ...inList, ...person })
  const optOutId = newId()
  const said = { companyId: of.company.id, contactId: of.contactId, campaignId: of.campaignId, campaignName: 'Natal' }
  const stopped = { id: optOutId, ...said, name: 'Ana', number: '5511988887777', body: 'sair', createdAt: new Date() }
  await orm.insert(optOuts).values(stopped)
  return { fileListOptionId, contactListItemId, optOutId }
}

/** What sending, answering and measuring keep of what they do. */
async function whileAtWork({ sql }: Database, of: World) {
  await sql`
    insert into connection_paces (connection_id, company_id, number, since, next_at)
    values (${of.company.connectionId}, ${of.company.id}, '', now(), now())`
  await sql`
    insert into responder_turns (ticket_id, company_id, responder, responder_id, message_id, is_choice, since, due_at)
    values (${of.ticketId}, ${of.company.id}, 'prompt', ${of.promptId}, ${of.messageId}, false, now(), now())`
  await sql`
    insert into responder_sessions (ticket_id, company_id, responder, responder_id, state, answers, started_at, updated_at)
    values (${of.ticketId}, ${of.company.id}, 'prompt', ${of.promptId}, '{}', 1, now(), now())`
  await sql`
    insert into model_calls (company_id, prompt_id, ticket_id, purpose, model, sent, answered, input_tokens, output_tokens, cost, milliseconds, created_at)
    values (${of.company.id}, ${of.promptId}, ${of.ticketId}, 'answer', 'gpt-4o-mini', '{}', '{}', 1, 1, 0, 1, now())`
  await sql`
    insert into delays (company_id, kind, at, bucket, count, total_ms) values (${of.company.id}, 'in', now(), 1, 1, 7)`
  await sql`
    insert into campaign_shippings (company_id, campaign_id, position, name, number, email, state)
    values (${of.company.id}, ${of.campaignId}, 1, 'Ana', '5511988887777', '', 'waiting')`
}

/** A token that was used: the first use is noted. */
async function enter(api: TestApi, email: string): Promise<string> {
  const login = { email, password: testPassword }
  // From an address of its own, where that is believed: logins from one are limited.
  const headers = { 'x-forwarded-for': [10, ...randomBytes(3)].join('.') }
  const { body } = await api.request('POST', '/auth/login', { body: login, headers })
  const token = String(body['token'])
  await api.request('GET', '/auth/me', { token })
  return token
}

/** What only the worker keeps; the id of a group. */
async function ofWhatsApp(db: Database, of: World): Promise<string> {
  const { orm, sql } = db
  const now = new Date()
  const { id: companyId, connectionId } = of.company
  const messageId = of.messageId
  const times = { createdAt: now, updatedAt: now }
  const groupId = await of.company.contact('Grupo')
  await sql`update contacts set is_group = true, number = null, lid = ${groupId} where id = ${groupId}`
  const participantId = newId()
  const member = { id: participantId, companyId, groupId, lid: newId(), number: null, isAdmin: false, ...times }
  await orm.insert(groupParticipants).values(member)
  await orm.insert(groupFacts).values({ groupId, companyId, addressingMode: 'lid', ephemeral: null, toldAt: now })
  await orm.insert(groupReceipts).values({ messageId, participantId, companyId, level: 1 })
  await orm.insert(phoneContacts).values({
    connectionId,
    account: groupId,
    companyId,
    lid: groupId,
    number: null,
    name: 'Ana',
    pushName: '',
    updatedAt: now,
  })
  await orm.insert(mediaFetches).values({ messageId, companyId, connectionId, material: 'AAAA', tries: 0, ...times })
  const voice = { recordingHash: 'a'.repeat(64), hash: 'b'.repeat(64), seconds: 1, waveform: '', createdAt: now }
  await orm.insert(voiceNotes).values({ companyId, ...voice })
  await orm.insert(sessionKeys).values({ connectionId, type: 'creds', keyId: '', value: Buffer.from('secret') })
  await orm.insert(connectionLeases).values({ connectionId, owner: 'worker', fence: 1, expiresAt: now })
  await orm.insert(connectionTallies).values({ connectionId, day: '2026-11-20', counter: 'delivered' })
  const change = { kind: 'deletion' } as never
  await orm.insert(earlyChanges).values({ connectionId, targetId: newId(), changeId: newId(), change, createdAt: now })
  return groupId
}

async function withFile({ db, media, folder }: TestApi, of: World): Promise<string> {
  const content = randomBytes(64)
  const hash = createHash('sha256').update(content).digest('hex')
  const path = join(folder, hash)
  await writeFile(path, content)
  await takeInFile({ db, media }, { companyId: of.company.id, hash }, path, of.admin.userId)
  await rm(path)
  return hash
}

/** By the front door, for the rows that only a mutation leaves. */
async function react(api: TestApi, of: World, token: string) {
  const call = { id: newId(), name: 'message.react', args: { id: of.messageId, emoji: '👍' } }
  await api.db.sql`update messages set ack = 2 where id = ${of.messageId}`
  const { body } = await api.request('POST', '/mutations', { token, body: { mutations: [call] } })
  if (!JSON.stringify(body).includes('applied')) throw new Error(JSON.stringify(body))
}

async function subscribe({ orm }: Database, of: World): Promise<string> {
  const [session] = await orm.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, of.admin.userId))
  if (!session) throw new Error('nobody is logged in')
  const [id, now] = [newId(), new Date()]
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
  const row = {
    companyId: of.company.id,
    userId: of.admin.userId,
    sessionId: session.id,
    createdAt: now,
    updatedAt: now,
  }
  await orm.insert(pushSubscriptions).values({ id, endpoint: `https://push.example/${id}`, ...keys, ...row })
  return id
}

/** By the front door; the send's id. */
async function sendByApi(api: TestApi, of: World, token: string): Promise<string> {
  const { connectionId } = of.company
  await api.db.orm
    .update(connections)
    .set({ tokenHash: hashToken(token) })
    .where(eq(connections.id, connectionId))
  const wish = { number: '5511933334444', body: 'Seu pedido saiu' }
  const { body } = await api.request('POST', '/messages/send', { token, body: wish })
  if (typeof body['id'] !== 'string') throw new Error(JSON.stringify(body))
  return body['id']
}

/** What it owes, a code to pay it with, what it paid before, and a secret; the ids of invoice, code and payment. */
async function bill({ orm }: Database, { company: { id: companyId } }: World) {
  const [invoiceId, chargeId, paymentId, now] = [newId(), newId(), newId(), new Date()]
  const times = { createdAt: now, updatedAt: now }
  const own = { companyId, invoiceId }
  const [company] = await orm.select().from(companies).where(eq(companies.id, companyId))
  if (!company) throw new Error('no company')
  const { planId, dueDate, name: companyName } = company
  const owed = { detail: 'Plano', value: '1.00', months: 1, dueDate, paidAt: null }
  await orm.insert(invoices).values({ id: invoiceId, companyId, number: 1, ...owed, ...times })
  const code = { provider: 'efi', txid: newId(), amount: '1.00', planId, brCode: 'x', expiresAt: null } as const
  await orm.insert(pixCharges).values({ id: chargeId, ...own, ...code, createdAt: now })
  const moved = { effect: 'short', dueBefore: dueDate, dueAfter: dueDate, userId: null, note: '' } as const
  const paid = { provider: 'efi', reference: newId(), amount: '0.50', paidAt: now, ...moved } as const
  await orm.insert(payments).values({ id: paymentId, ...own, companyName, ...paid, createdAt: now })
  await orm.insert(secrets).values({ companyId, name: 'x', sealed: Buffer.from('secret'), setAt: now, setBy: null })
  await orm.execute(drizzle`insert into invoice_mails (invoice_id, company_id, kind, created_at, next_try_at)
    values (${invoiceId}, ${companyId}, 'made', now(), now())`)
  return { invoiceId, chargeId, paymentId }
}

async function tell({ orm }: Database, { company: { id: companyId } }: World) {
  const [webhookId, webhookDeliveryId, now] = [newId(), newId(), new Date()]
  const endpoint = { name: 'CRM', url: 'https://crm.example/in', events: ['ticket.closed' as const], active: true }
  await orm.insert(webhookEndpoints).values({ id: webhookId, companyId, ...endpoint, createdAt: now, updatedAt: now })
  const told = { messageId: newId(), event: 'ticket.closed', subjectId: newId(), body: '{}' }
  await orm.insert(webhookDeliveries).values({ id: webhookDeliveryId, companyId, endpointId: webhookId, ...told })
  return { webhookId, webhookDeliveryId }
}

/** What a colleague shows beside the password, and what was asked of a contact's data. */
async function protect({ orm }: Database, { company: { id: companyId }, ofOtherQueue, contactId }: World) {
  const [passkeyId, privacyRequestId, now] = [newId(), newId(), new Date()]
  const { userId } = ofOtherQueue
  const own = { companyId, userId, createdAt: now }
  const key = { credentialId: newId(), publicKey: Buffer.from('key'), rpId: 'balcao.test', counter: 0 }
  await orm.insert(passkeys).values({ id: passkeyId, ...own, ...key, name: 'Celular', transports: [] })
  await orm.insert(authenticators).values({ ...own, confirmedAt: now })
  await orm.insert(recoveryCodes).values({ id: newId(), ...own, codeHash: newId() })
  const step = { kind: 'login' as const, tokenHash: newId(), expiresAt: new Date(now.getTime() + 86_400_000) }
  await orm.insert(loginSteps).values({ id: newId(), ...own, ...step })
  const link = { kind: 'password' as const, tokenHash: newId(), expiresAt: step.expiresAt }
  await orm.insert(accountLinks).values({ id: newId(), ...own, ...link })
  const asked = { contactId, kind: 'export' as const, status: 'waiting' as const }
  await orm.insert(privacyRequests).values({ id: privacyRequestId, ...own, ...asked })
  return { passkeyId, privacyRequestId }
}

/** Its id, which is the end of its address. */
async function beginUpload(api: TestApi, token: string): Promise<string> {
  const hash = randomBytes(32).toString('hex')
  const headers = {
    authorization: `Bearer ${token}`,
    'tus-resumable': '1.0.0',
    'upload-length': '100',
    'upload-metadata': `sha256 ${Buffer.from(hash).toString('base64')}`,
  }
  const answer = await api.fetch('/uploads', { method: 'POST', headers })
  const id = answer.headers.get('location')?.split('/').at(-1)
  if (!id) throw new Error(`no upload: ${answer.status}`)
  return id
}

/** All that names something of it alone: by what it is, so that one tenant's can be put in the place of another's. */
export function namesIn(of: Tenant): Readonly<Record<string, string>> {
  const { company, admin, ofQueue, ofOtherQueue, adminToken: _admin, attendantToken: _attendant, ...others } = of
  const { apiToken: _api, ...named } = others
  const ofAll = new Set(ofEverybody.map(({ noun }) => `${noun}Id`))
  const ids = Object.entries(named).filter(([name]) => !ofAll.has(name))
  return {
    ...Object.fromEntries(ids),
    companyId: company.id,
    connectionId: company.connectionId,
    adminId: admin.userId,
    adminEmail: admin.email,
    ofQueueId: ofQueue.userId,
    ofOtherQueueId: ofOtherQueue.userId,
  }
}
