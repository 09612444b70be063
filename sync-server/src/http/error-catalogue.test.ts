// The specification's error catalogue (1-inbox, section 8): every code, and the condition that raises it, tried on the real API.
// A code that another part raises is named with that part.
import { connections } from 'db/connections/table.ts'
import { errorStatus, isErrorCode } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { recordSendFailure } from 'db/messages/receipts/record-ack.ts'
import { insertFile, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { signAccessToken } from './login/tokens.ts'

let api: TestApi
let company: TestCompany
let queueId: string
let contactId: string
let ticketId: string
let admin: string
let boss: Awaited<ReturnType<TestCompany['user']>>
let attendant: string
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  queueId = await company.queue('Vendas')
  contactId = await company.contact('Ana')
  boss = await company.user('admin')
  ticketId = await company.ticket({ contactId, queueId, status: 'open', userId: boss.userId })
  admin = await api.login(boss.email)
  attendant = await api.login((await company.user('user', [queueId])).email)
})
afterAll(() => api.stop())

const ask = async (method: string, path: string, body?: object, token = admin) =>
  (await api.request(method, path, { token, ...(body && { body }) })).body['error']

/** The code with which a mutation is refused. */
async function push(name: string, args: object, token = admin) {
  const { body } = await api.request('POST', '/mutations', {
    token,
    body: { mutations: [{ id: newId(), name, args }] },
  })
  return (body['results'] as { code?: string }[])[0]?.code
}

const newTicket = () => ({ contactId, queueId, whatsappId: company.connectionId })
const connectionSet = (change: Partial<typeof connections.$inferInsert>) =>
  api.db.orm.update(connections).set(change).where(eq(connections.id, company.connectionId))

/** While `table` refuses new rows. */
async function whileBroken(table: 'tickets' | 'messages', attempt: () => Promise<unknown>) {
  await api.alter(`alter table ${table} add constraint broken check (false) not valid`)
  try {
    return await attempt()
  } finally {
    await api.alter(`alter table ${table} drop constraint broken`)
  }
}

/** What a company without a connection is told. */
async function withoutDefault() {
  await connectionSet({ isDefault: false })
  try {
    return await ask('POST', '/tickets', { contactId: await company.contact('Bia'), queueId })
  } finally {
    await connectionSet({ isDefault: true })
  }
}

async function withDeletedConnection() {
  await connectionSet({ deletedAt: new Date() })
  try {
    return await ask('POST', `/messages/${ticketId}`, { body: 'oi' })
  } finally {
    await connectionSet({ deletedAt: null })
  }
}

async function fileThatIsGone() {
  const hash = 'c'.repeat(64)
  await insertFile(api.db, boss, { hash, mime: 'image/png', size: 3 })
  return ask('GET', `/media/${hash}`)
}

const raised: Record<string, () => Promise<unknown>> = {
  ERR_NO_OTHER_WHATSAPP: () =>
    push('connection.update', { id: company.connectionId, changes: { isDefault: { from: true, to: false } } }),
  ERR_NO_DEF_WAPP_FOUND: withoutDefault,
  ERR_WAPP_NOT_INITIALIZED: withDeletedConnection,
  ERR_WAPP_DOWNLOAD_MEDIA: fileThatIsGone,
  ERR_INVALID_CREDENTIALS: () => ask('POST', '/auth/login', { email: 'a@b.co', password: 'errada' }),
  ERR_DELETE_WAPP_MSG: async () =>
    push('message.delete', { id: await company.message(ticketId, { queueId, contactId, fromMe: false }) }),
  ERR_OTHER_OPEN_TICKET: () => ask('POST', '/tickets', newTicket()),
  ERR_SESSION_EXPIRED: async () => {
    const claims = { userId: newId(), sessionId: newId(), tokenVersion: 1 }
    const anHourAgo = new Date(Date.now() - 3_600_000)
    return ask('GET', '/tickets', undefined, await signAccessToken('x'.repeat(32), claims, anHourAgo))
  },
  ERR_NO_PERMISSION: () => ask('DELETE', `/tickets/${ticketId}`, undefined, attendant),
  ERR_NO_SETTING_FOUND: () => push('settings.update', { id: newId(), changes: {} }),
  ERR_NO_CONTACT_FOUND: () => ask('GET', `/contacts/${newId()}`),
  ERR_NO_TICKET_FOUND: () => ask('GET', `/tickets/${newId()}`),
  ERR_NO_USER_FOUND: () => ask('GET', `/users/${newId()}`),
  ERR_NO_WAPP_FOUND: () => ask('GET', `/whatsapp/${newId()}`),
  ERR_CREATING_TICKET: () =>
    whileBroken('tickets', async () =>
      ask('POST', '/tickets', { ...newTicket(), contactId: await company.contact('Caio') }),
    ),
  ERR_CREATING_MESSAGE: () => whileBroken('messages', () => ask('POST', `/messages/${ticketId}`, { body: 'oi' })),
  ERR_FETCH_WAPP_MSG: () => ask('POST', `/messages/${ticketId}`, { body: 'sim', quotedMsg: { id: newId() } }),
  ERR_QUEUE_COLOR_ALREADY_EXISTS: async () => {
    const queue = { color: '#010203', orderQueue: 1, greetingMessage: 'Olá' }
    await push('queue.create', { id: newId(), name: 'Uma', ...queue })
    return push('queue.create', { id: newId(), name: 'Outra', ...queue })
  },
  ERR_USER_CREATION_DISABLED: async () => {
    const changes = { userCreation: { from: 'enabled', to: 'disabled' } }
    expect(await push('settings.update', { id: company.id, changes })).toBeUndefined()
    return ask('POST', '/users', { name: 'Zilda', email: 'zilda@a.example', password: 'segredo', profile: 'user' })
  },
  ERR_DUPLICATED_CONTACT: async () => {
    const contact = { name: 'Dora', number: '5511955554444' }
    expect(await push('contact.create', { id: newId(), ...contact })).toBeUndefined()
    return push('contact.create', { id: newId(), ...contact })
  },
  ERR_WAPP_GREETING_REQUIRED: async () =>
    push('connection.create', { id: newId(), name: 'Muda', queueIds: [queueId, await company.queue('Outra fila')] }),
}

/** Codes that WhatsApp causes after the API has answered, by the ack_error that shows their text. Tested below and in the worker. */
const elsewhere: Record<string, string> = {
  ERR_SENDING_WAPP_MSG: 'send_failed',
  ERR_WAPP_CHECK_CONTACT: 'check_failed',
  ERR_WAPP_INVALID_CONTACT: 'not_on_whatsapp',
}

/** As the specification lists them. */
const catalogue =
  `ERR_NO_OTHER_WHATSAPP ERR_NO_DEF_WAPP_FOUND ERR_WAPP_NOT_INITIALIZED ERR_WAPP_CHECK_CONTACT ERR_WAPP_INVALID_CONTACT
  ERR_WAPP_DOWNLOAD_MEDIA ERR_INVALID_CREDENTIALS ERR_SENDING_WAPP_MSG ERR_DELETE_WAPP_MSG ERR_OTHER_OPEN_TICKET ERR_SESSION_EXPIRED
  ERR_USER_CREATION_DISABLED ERR_NO_PERMISSION ERR_DUPLICATED_CONTACT ERR_NO_SETTING_FOUND ERR_NO_CONTACT_FOUND ERR_NO_TICKET_FOUND
  ERR_NO_USER_FOUND ERR_NO_WAPP_FOUND ERR_CREATING_MESSAGE ERR_CREATING_TICKET ERR_FETCH_WAPP_MSG ERR_QUEUE_COLOR_ALREADY_EXISTS
  ERR_WAPP_GREETING_REQUIRED`.split(/\s+/)

test('no code of the specification is forgotten', () => {
  expect([...Object.keys(raised), ...Object.keys(elsewhere)].toSorted()).toEqual(catalogue.toSorted())
})

describe('is raised by what it names:', () => {
  test.each(Object.entries(raised))('%s', async (code, attempt) => {
    expect(await attempt()).toBe(code)
    expect(isErrorCode(code) && errorStatus[code]).toBeGreaterThanOrEqual(400)
  })
})

test.each(Object.values(elsewhere))('what WhatsApp did not take says why in its row: %s', async (reason) => {
  const lost = { queueId, contactId, fromMe: true, ack: 0, whatsappId: `LOST ${reason}` }
  const id = await company.message(ticketId, lost)
  await recordSendFailure(api.db.orm, company.connectionId, lost.whatsappId, reason, new Date())
  const { body } = await api.request('GET', `/messages/${ticketId}`, { token: admin })
  const shown = (body['messages'] as { id: string; ack: number; ackError: string }[]).find((row) => row.id === id)
  expect(shown).toMatchObject({ ack: -1, ackError: reason })
})
