// Who waits for news when they lose what they may see gets nothing of it that came after, over the real engine and Postgres.
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { join } from 'node:path'
import { pino } from 'pino'
import { createShapeEngine, type ShapeEngine } from 'shapes/engine.ts'
import { asking } from 'shapes/test-engine.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let engine: ShapeEngine
let company: TestCompany
/** Live requests that reached the engine. */
let waiting = 0
beforeAll(async () => {
  api = await startTestApi({ LONG_POLL_MS: '2000' })
  engine = createShapeEngine({
    databaseUrl: api.shapesUrl,
    dir: join(api.folder, 'shapes'),
    slot: `n_${newId().slice(-8)}`,
    logger: pino({ level: 'silent' }),
    longPollMs: 2000,
  })
  await engine.start()
  api.upstream = (request) => {
    if (request.url.includes('live=true')) waiting++
    return engine.fetch(request)
  }
  api.changes = (positions, options) => {
    if (options.wait) waiting++
    return engine.changes(positions, options)
  }
  company = await testCompany(api.db)
})
afterAll(async () => {
  await engine.stop()
  await api.stop()
})
beforeEach(() => {
  waiting = 0
})

interface Follower {
  user: UserActor
  headers: Record<string, string>
  positions: readonly { name: string; handle: string; offset: string }[]
}

async function follower(profile: 'user' | 'admin', queueIds: string[], names: readonly string[]): Promise<Follower> {
  const user = await company.user(profile, queueIds)
  const headers = { authorization: `Bearer ${await api.login(user.email)}` }
  const { catchUp } = asking({ fetch: (request) => api.fetch(pathOf(request.url), { headers }) })
  const positions = names.map(async (name) => {
    const { handle, offset } = await catchUp(`name=${name}`)
    return { name, handle, offset }
  })
  return { user, headers, positions: await Promise.all(positions) }
}

/** A question to the engine as one to the gatekeeper. */
function pathOf(url: string) {
  const { searchParams } = new URL(url)
  const name = searchParams.get('name') ?? ''
  searchParams.delete('name')
  return `/shapes/${name}?${searchParams.toString()}`
}

const together =
  (stream: boolean) =>
  ({ headers, positions }: Follower) =>
    api.fetch('/shapes/changes', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ wait: true, stream, shapes: positions }),
    })
const ways: Record<string, (who: Follower) => Promise<Response>> = {
  'a stream': together(true),
  'a long poll of all': together(false),
  'a long poll of one': ({ headers, positions }) => {
    const { name, ...at } = positions.find((one) => one.name === 'messages') ?? { name: '' }
    return api.fetch(`/shapes/${name}?${new URLSearchParams({ ...at, live: 'true' }).toString()}`, { headers })
  },
}

/** All that is told until it ends, of what happens while it waits. */
async function toldWhile(who: Follower, how: (who: Follower) => Promise<Response>, happens: () => Promise<unknown>) {
  const answer = how(who).then((response) => response.text())
  await vi.waitUntil(() => waiting > 0)
  await happens()
  return answer
}

describe.each(Object.keys(ways))('%s', (way) => {
  const how = (who: Follower) => ways[way]?.(who) ?? Promise.reject(new Error(way))

  test('tells nothing of a queue that was taken away, and what is still theirs is read anew', async () => {
    const [queueId, kept] = [await company.queue(`Vendas ${way}`), await company.queue(`Suporte ${way}`)]
    const ticketId = await company.ticket({ queueId })
    const who = await follower('user', [queueId, kept], ['messages', 'tickets'])
    const text = await toldWhile(who, how, async () => {
      await api.db.sql`delete from user_queues where user_id = ${who.user.userId} and queue_id = ${queueId}`
      await company.message(ticketId, { queueId, body: 'segredo da fila' })
    })
    expect(text).not.toContain('segredo da fila')
    expect(text).toMatch(/refetch/)
  })

  test('tells what comes to a queue that stays', async () => {
    const queueId = await company.queue(`Caixa ${way}`)
    const ticketId = await company.ticket({ queueId })
    const who = await follower('user', [queueId], ['messages', 'tickets'])
    const text = await toldWhile(who, how, () => company.message(ticketId, { queueId, body: 'bom dia' }))
    expect(text).toContain('bom dia')
  })
})

test('whoever is an admin no more is told nothing of queues that are not theirs', async () => {
  const queueId = await company.queue('Diretoria')
  const ticketId = await company.ticket({ queueId })
  const who = await follower('admin', [], ['messages', 'tickets'])
  const text = await toldWhile(who, together(true), async () => {
    await api.db.sql`update users set profile = 'user' where id = ${who.user.userId}`
    await company.message(ticketId, { queueId, body: 'segredo da diretoria' })
  })
  expect(text).not.toContain('segredo da diretoria')
  expect(text).toMatch(/refetch/)
})

test('whoever is put out of a chat is told nothing of what is said there from then on', async () => {
  const who = await follower('user', [], ['chat_messages', 'chat_members'])
  const { userId } = who.user
  const [chatId, now] = [newId(), new Date()]
  await api.db.sql`
    insert into chats (id, company_id, title, owner_id, last_message, created_at, updated_at)
    values (${chatId}, ${company.id}, 'Entregas', ${userId}, '', ${now}, ${now})`
  await api.db.sql`
    insert into chat_members (id, company_id, chat_id, user_id, joined_at, read_until)
    values (${newId()}, ${company.id}, ${chatId}, ${userId}, ${now}, ${now})`
  const text = await toldWhile(who, together(true), async () => {
    await api.db.sql`delete from chat_members where chat_id = ${chatId}`
    await api.db.sql`
      insert into chat_messages (id, company_id, chat_id, sender_id, sender_name, media_type, body, mentions, created_at, updated_at)
      values (${newId()}, ${company.id}, ${chatId}, ${userId}, 'Ana', 'chat', 'segredo do chat', '[]', ${now}, ${now})`
  })
  expect(text).not.toContain('segredo do chat')
})
