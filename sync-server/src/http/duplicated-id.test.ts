// Rows are named by whoever makes them. An id that is taken is refused in one way, whoever has it; a repetition of the same mutation is no
// second row, and takes nothing from that.
import { newId } from 'db/kit/new-id.ts'
import { superUser } from 'db/node/testing/test-world.ts'
import { resourceOf, resources } from 'db/resources.ts'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { argsFor, world, type World } from './contract-world.ts'
import { isPrimaryKey } from 'db/node/errors/postgres-errors.ts'
import { refusalOf } from './errors.ts'

let api: TestApi
let ours: World
let theirs: World
let token: string
let superToken: string
beforeAll(async () => {
  api = await startTestApi()
  ours = await world(api.db)
  theirs = await world(api.db)
  token = await api.login(ours.admin.email)
  superToken = await api.login((await superUser(api.db)).email)
  const theirToken = await api.login(theirs.admin.email)
  for (const [of, as] of [
    [ours, token],
    [theirs, theirToken],
  ] as const) {
    imports.set(of, newId())
    const args = { ...argsFor['contact.importFromPhone'](of), id: imports.get(of) }
    expect(await push('contact.importFromPhone', args, newId(), as)).toEqual({ status: 'applied' })
  }
})
afterAll(() => api.stop())

type Result = { status: string; code?: string; details?: unknown }

async function push(name: string, args: object, id = newId(), as = token): Promise<Result> {
  const of = resourceOf(name)?.ofEverybody ? superToken : as
  const { body } = await api.request('POST', '/mutations', { token: of, body: { mutations: [{ id, name, args }] } })
  const [result] = body['results'] as [Result & { lsn?: string }]
  const { status, code, details } = result
  return { status, ...(code !== undefined && { code }), ...(details !== undefined && { details }) }
}

/** For each mutation that makes a row, the id of a row that is there, which is then taken. */
const taken: Readonly<Record<string, (of: World) => string>> = {
  ...Object.fromEntries(resources.map(({ noun }) => [`${noun}.create`, (of: World) => of[`${noun}Id`]])),
  'ticket.create': (of) => of.ticketId,
  'ticketNote.create': (of) => of.noteId,
  'message.send': (of) => of.messageId,
  'message.forward': (of) => of.messageId,
  'chatMessage.send': (of) => of.chatMessageId,
  'contact.importFromPhone': (of) => imports.get(of) ?? '',
}
const imports = new Map<World, string>()

test('no mutation that makes a row is forgotten', () => {
  const making = Object.keys(argsFor).filter((name) => /\.(create|send|forward|import\w*)$/.test(name))
  expect(Object.keys(taken).toSorted()).toEqual(making.toSorted())
})

describe.each(Object.entries(taken))('%s', (name, idOf) => {
  const argsOf = argsFor[name as keyof typeof argsFor]
  // A contact of whom nobody has a ticket yet.
  const args = () => ({ ...argsOf(ours), ...(name === 'ticket.create' && { contactId: ours.otherContactId }) })

  test('an id that is taken is refused alike, whether one’s own company has it or another', async () => {
    const refused = { status: 'rejected', code: 'ERR_DUPLICATED_ID' }
    for (const of of [ours, theirs]) expect(await push(name, { ...args(), id: idOf(of) })).toEqual(refused)
  })

  test('the same mutation again is the first one', async () => {
    const [id, once] = [newId(), args()]
    expect(await push(name, once, id)).toEqual({ status: 'applied' })
    expect(await push(name, once, id)).toEqual({ status: 'applied' })
  })
})

test('over REST it is 409, with the same body', async () => {
  const add = async (id: string) => {
    const body = { name: newId().slice(-12), color: '#00ff00' }
    const { status, body: said } = await api.request('POST', '/tags', {
      token,
      body,
      headers: { 'idempotency-key': id },
    })
    return { status, said }
  }
  expect(await add(theirs.tagId)).toEqual({ status: 409, said: { error: 'ERR_DUPLICATED_ID' } })
  expect(await add(ours.tagId)).toEqual(await add(theirs.tagId))
})

test('no unique constraint that people can meet is a failure of ours', async () => {
  const rows = await api.db.sql<{ name: string }[]>`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
    where i.relnamespace = 'public'::regnamespace and x.indisunique order by 1`
  /** Kept by rules that lock first, by upserts, or by values that are drawn; or asked for first, and again after somebody was faster. */
  const kept =
    /^(account_links_token_hash_key|api_messages_send_id_position_key|api_sends_connection_id_idempotency_key_key|campaign_shippings_campaign_id_number_key_key|opt_outs_number|chat_members_chat_id_user_id_key|connection_days_day|connection_queues_.*|user_queues_.*|connections_one_default|connections_token|contact_list_items_contact_list_id_number_key_key|contacts_company_(lid|number)|helps_title|invoices_company_id_number_key|invoices_open|login_steps_token_hash_key|passkeys_credential_id_key|pending_signups_token_hash_key|payments_provider_reference_key|payments_reverses_key|pix_charges_provider_txid_key|plans_name_key|privacy_requests_waiting|push_subscriptions_endpoint_key|schedules_message|sessions_token_hash_key|tags_company_name|ticket_cycles_open|ticket_tags_once|ticket_viewers_once|tickets_company_id_number_key|users_email)$/
  for (const { name } of rows.filter((row) => !isPrimaryKey(row.name) && !kept.test(row.name))) {
    const violated = Object.assign(new postgres.PostgresError({ message: '' } as never), {
      code: '23505',
      constraint_name: name,
    })
    expect([name, refusalOf(violated)?.code]).toEqual([name, expect.stringMatching(/^ERR_/)])
  }
})
