// A key is changed under a linked connection: the link lives on, nothing is left that the former key opens, and a rotation that was
// interrupted goes on where it ended.
import { createSecretKey, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { mediaFetches } from 'db/media/fetches-table.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sealFile, unsealFile, type ReceivedFile } from '../media/received-file.ts'
import { customer, openDesk, shop, type Desk } from '../test-desk.ts'
import { headOf, keyRing } from 'db/node/keys/cipher.ts'
import { readSecret, setSecret } from 'db/node/keys/secrets.ts'
import { superUser } from 'db/node/testing/test-world.ts'
import { rotateAndReport } from './report.ts'
import { rotateKeys, WorkerBehindError } from './rotate.ts'
import { sealWithoutId } from 'db/node/keys/test-earlier-seal.ts'

const soon = { interval: 20 }
let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const keyOf = (secret: Buffer) => createSecretKey(secret)
/** As settings have them from now on; the one before as a former one. */
function newSecret() {
  desk.formerSecrets = [desk.secret]
  desk.secret = randomBytes(32)
  return ring()
}
const ring = () => keyRing(keyOf(desk.secret), desk.formerSecrets.map(keyOf))

/** How many stored values begin as this key's do, and how many otherwise. */
async function countsOf(key: Buffer) {
  const head = headOf(keyRing(keyOf(key)))
  const [row] = await desk.db.sql<{ own: number; others: number }[]>`
    select count(*) filter (where substring(value from 1 for 5) = ${head})::int as own,
      count(*) filter (where substring(value from 1 for 5) <> ${head})::int as others
    from (select value from session_keys union all select decode(material, 'base64') from media_fetches) v`
  return row!
}

async function talk(body: string) {
  const ana = desk.simulator.phone(customer)
  await ana.sendText(shop.number, `Pergunta ${body}`)
  const { ticketId } = await desk.untilMessage(`Pergunta ${body}`)
  const [open] = await desk.db.sql`select from tickets where id = ${ticketId} and status = 'open'`
  if (!open) await desk.accept(ticketId)
  await desk.answer(ticketId, `Resposta ${body}`)
  await ana.waitForMessage(({ text }) => text.includes(`Resposta ${body}`))
}

test('the link lives on under a new key, which is then the only one that is needed', async () => {
  const [before, worker] = [desk.secret, await desk.startWorker()]
  await desk.link()
  await talk('um')
  const next = newSecret()

  // Whoever runs would not be able to read what is written with a key that it doesn't know.
  await expect(rotateKeys(desk.db.sql, next)).rejects.toThrow(WorkerBehindError)
  expect(await countsOf(desk.secret)).toMatchObject({ own: 0 })

  await worker.stop()
  const both = await desk.startWorker()
  await talk('dois')
  const mixed = await countsOf(desk.secret)
  expect([mixed.own > 0, mixed.others > 0]).toEqual([true, true])

  // While messages come and go.
  const traffic = Promise.all(['três', 'quatro', 'cinco'].map(talk))
  const lines: string[] = []
  expect(await rotateAndReport(desk.databaseUrl, next, (line) => lines.push(line))).toBe(true)
  await traffic
  expect(lines.at(-1)).toContain('former keys are needed no more')
  expect(lines[0]).toMatch(/^session_keys: [1-9]\d* sealed anew$/)
  expect(await countsOf(desk.secret)).toMatchObject({ others: 0 })

  await both.stop()
  desk.formerSecrets = []
  const alone = await desk.startWorker()
  await talk('seis')
  expect(desk.simulator.unknownIqs).toEqual([])
  await alone.stop()
  expect(await countsOf(before)).toMatchObject({ own: 0 })
})

const place = (n: number) => [desk.connectionId, 'session', `${n}.0`] as const
const store = (n: number, value: Buffer) => {
  const [connectionId, type, id] = place(n)
  return desk.db.sql`insert into session_keys values (${connectionId}, ${type}, ${id}, ${value})`
}

test('an interrupted rotation goes on; what has no key here is told, left as it is and keeps the former ones', async () => {
  const former = desk.secret
  for (let n = 0; n < 20; n++) await store(n, sealWithoutId(keyOf(former), place(n).join('/'), `chave ${n}`))
  const strange = sealWithoutId(keyOf(randomBytes(32)), place(99).join('/'), 'x')
  await store(99, strange)
  const next = newSecret()

  await desk.alter(`
    create function fail() returns trigger language plpgsql as $$ begin
      if new.key_id = '5.0' then raise exception 'away'; end if; return new; end $$;
    create trigger fail before update on session_keys for each row execute function fail()`)
  await expect(rotateKeys(desk.db.sql, next, 3)).rejects.toThrow('away')
  const { own } = await countsOf(desk.secret)
  expect(own).toBeGreaterThan(0)
  await desk.alter('drop trigger fail on session_keys')

  expect(await rotateKeys(desk.db.sql, next, 3)).toMatchObject([
    { name: 'session_keys', rotated: 20 - own, unreadable: 1, left: 0 },
    { name: 'media_fetches', rotated: 0, unreadable: 0, left: 0 },
    { name: 'secrets', rotated: 0, unreadable: 0, left: 0 },
  ])
  expect(await countsOf(desk.secret)).toEqual({ own: 20, others: 1 })
  const [kept] = await desk.db.sql<{ value: Buffer }[]>`select value from session_keys where key_id = '99.0'`
  expect(kept?.value).toEqual(strange)

  const lines: string[] = []
  expect(await rotateAndReport(desk.databaseUrl, next, (line) => lines.push(line))).toBe(false)
  expect(lines).toEqual([
    'session_keys: 0 sealed anew',
    'session_keys: 1 open with none of the keys: is one missing in SESSION_KEYS_FORMER?',
    'media_fetches: 0 sealed anew',
    'secrets: 0 sealed anew',
    'not done: keep the former keys',
  ])
})

test('files that are still to be fetched open with the new key', async () => {
  await desk.startWorker()
  await desk.link()
  await desk.stopWorkers()
  // Nobody fetches it now.
  const ana = desk.simulator.phone(customer)
  const former = ring()
  await desk.startWorker()
  await ana.sendText(shop.number, 'Oi')
  const { id: messageId } = await desk.untilMessage('Oi')
  await desk.stopWorkers()
  await vi.waitUntil(
    async () => (await desk.db.sql`select from connection_leases where expires_at > now()`).count === 0,
    soon,
  )
  const file: ReceivedFile = {
    kind: 'image',
    key: { remoteJid: 'a@s.whatsapp.net', fromMe: false, id: '3EB0' },
    mediaKey: new Uint8Array(32),
    directPath: '/x',
    url: null,
    fileSha256: null,
    fileEncSha256: null,
    length: 1,
    jpegThumbnail: null,
  }
  const at = { connectionId: desk.connectionId, messageId }
  const dates = { createdAt: new Date(0), updatedAt: new Date(0) }
  await desk.db.orm
    .insert(mediaFetches)
    .values({ ...at, companyId: desk.companyId, material: sealFile(former, at, file), tries: 1, ...dates })
  const next = newSecret()
  expect(await rotateKeys(desk.db.sql, next)).toMatchObject([{}, { name: 'media_fetches', rotated: 1, left: 0 }, {}])
  const [row] = await desk.db.orm
    .select()
    .from(mediaFetches)
    .where(sql`true`)
  // When it was last begun is not when its key was changed.
  expect(row).toMatchObject({ tries: 1, ...dates })
  expect(unsealFile(keyRing(keyOf(desk.secret)), at, row!.material)).toMatchObject({ kind: 'image', directPath: '/x' })
})

test('what outside services ask of us opens with the new key', async () => {
  const { companyId, userId } = await superUser(desk.db)
  const [before, next] = [keyRing(keyOf(desk.secret)), newSecret()]
  await setSecret(desk.db.orm, before, { companyId, name: 'efi', text: 'segredo', userId }, new Date())
  expect(await rotateKeys(desk.db.sql, next)).toMatchObject([{}, {}, { name: 'secrets', rotated: 1, left: 0 }])
  expect(await readSecret(desk.db.orm, next, companyId, 'efi')).toBe('segredo')
  await expect(readSecret(desk.db.orm, before, companyId, 'efi')).rejects.toThrow('not configured')
})
