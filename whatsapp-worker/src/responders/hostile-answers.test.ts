// Integrations whose machines want to harm: what they answer costs a failure, fills no store, and is people's. What the guard of all calls stops is
// tried in db/src/node/outgoing/hostile-answers.test.ts; this is what each of them makes of it.
import { storedBytes } from 'db/media/quota.ts'
import { newId } from 'db/kit/new-id.ts'
import { openMediaStore } from 'db/node/media/media-store.ts'
import { createOutgoing } from 'db/node/outgoing/outgoing.ts'
import { jsonOf } from 'db/node/outgoing/read-json.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { startHostileServer, type HostileServer, type Hostility } from 'db/node/testing/test-hostile-server.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fetchTo, FileTooLarge } from '../media/download.ts'
import { mediaAgent } from '../session/media-agent.ts'
import { fetchFile } from './fetch-file.ts'
import { makeAsaas } from './lookup/asaas.ts'
import { makeIxc } from './lookup/ixc.ts'
import { makeMkAuth } from './lookup/mk-auth.ts'
import { SystemFailed } from './lookup/system.ts'
import { readTypebotAnswer } from './typebot/read-answer.ts'
import { readAnswer } from './webhook/read-answer.ts'

const db = useTestDatabase()
const outgoing = createOutgoing({ allowLoopback: true })
const { signal } = new AbortController()
const soon = { interval: 10 }
let hostile: HostileServer
let folder: string
beforeAll(async () => {
  ;[hostile, folder] = await Promise.all([startHostileServer(), mkdtemp(join(tmpdir(), 'balcao-hostile-'))])
})
afterAll(async () => {
  hostile.stop()
  await rm(folder, { recursive: true, force: true })
})
const isLeft = () => vi.waitUntil(() => hostile.open() === 0, soon)

const hostilities: Hostility[] = [
  'endless',
  'tiny-chunks',
  'announcements',
  'redirect',
  'redirect-inside',
  'bomb',
  'deep',
  'deep-whole',
  'many-wrong',
  'too-long',
  'length-and-chunks',
]

describe('a billing system tells no customer and no bill by being', () => {
  const document = '52998224725'
  test.each(hostilities)('%s', async (how) => {
    const url = `${hostile.url}/${how}`
    const systems = [
      makeIxc(outgoing, { url, token: 't' }),
      makeMkAuth(outgoing, { url, clientId: 'c', clientSecret: 's' }),
      makeAsaas(outgoing, { key: 'k', baseUrl: url }),
    ]
    for (const system of systems) {
      await expect(system.find(document, signal)).rejects.toThrow(SystemFailed)
      await expect(system.bills(document, signal)).rejects.toThrow(SystemFailed)
    }
    await isLeft()
  })
})

test.each<Hostility>(['endless', 'tiny-chunks', 'announcements', 'redirect', 'redirect-inside', 'bomb', 'too-long'])(
  'a file that a bot names and that is %s is not kept, nor a part of it',
  async (how) => {
    const settings = { MEDIA_DIR: folder, S3_REGION: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }
    const media = await openMediaStore(settings)
    const company = await testCompany(db)
    const before = await temporaries()
    const parts = { db, media, quota: null, outgoing, log: pino({ level: 'silent' }) }
    expect(await fetchFile(parts, company.id, `${hostile.url}/${how}`, signal)).toBeNull()
    expect(await storedBytes(db.orm, company.id)).toBe(0)
    expect(await temporaries()).toEqual(before)
    await isLeft()
  },
)
const temporaries = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('balcao-bot-'))

describe('WhatsApp’s file host', () => {
  /** A stand-in's agent has no TLS, whatever the address says. */
  const addressOf = (how: Hostility) => new URL(`${hostile.url.replace('http:', 'https:')}/${how}`)
  const fetching = (how: Hostility, maxBytes: number, withinMs?: number) =>
    fetchTo(join(folder, newId()), addressOf(how), mediaAgent(true), maxBytes, withinMs)

  test('that sends a byte now and then is left in time', async () => {
    for (const how of ['drip', 'drip-head'] as const) {
      await expect(fetching(how, 1_000_000, 200)).rejects.toMatchObject({ code: 'ABORT_ERR' })
    }
    await isLeft()
  })

  test('that never ends fills no disk', async () => {
    const path = join(folder, newId())
    await expect(fetchTo(path, addressOf('endless'), mediaAgent(true), 100_000)).rejects.toThrow(FileTooLarge)
    expect((await stat(path)).size).toBeLessThanOrEqual(100_000)
    await isLeft()
  })

  test('that leads elsewhere is not followed', async () => {
    hostile.asked.splice(0)
    await expect(fetching('redirect', 1000)).rejects.toThrow('302')
    expect(hostile.asked).toEqual(['/redirect'])
  })
})

describe('an answer that is nested without end', () => {
  const deep = (inner: string) => '{"a":'.repeat(10_000) + inner + '}'.repeat(10_000)

  test('is nonsense of a webhook and of a Typebot', () => {
    expect(readAnswer(`{"replies":[${deep('1')}]}`, 'application/json')).toBeNull()
    const bubbles = `{"messages":[{"type":"text","content":{"richText":${'[{"children":'.repeat(5_000)}[]${'}]'.repeat(5_000)}}}]}`
    expect(readTypebotAnswer(jsonOf(bubbles))).toBeNull()
  })

  test('is text in a Typebot’s command', () => {
    const markdown = `#${deep('1')}`
    const answer = readTypebotAnswer({ messages: [{ type: 'text', content: { type: 'markdown', markdown } }] })
    expect(answer?.command).toBeNull()
  })
})
