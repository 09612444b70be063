// Received files on the real path: the stand-in's file host, what Baileys encrypted, the media store, the message's row.
import { createHash, createSecretKey, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { mediaFetches } from 'db/media/fetches-table.ts'
import { mediaFiles } from 'db/media/table.ts'
import { ack, messages } from 'db/messages/table.ts'
import { openMediaStore } from 'db/node/media/media-store.ts'
import { expect, test, vi } from 'vitest'
import { keyRing } from 'db/node/keys/cipher.ts'
import { mediaAgent } from '../session/media-agent.ts'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'
import { fetchMedia, maxTries, type FetchParts } from './fetch-media.ts'
import type { ReceivedFile } from './received-file.ts'
import { storeFile } from './store-file.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpeg = await readFile(new URL('../../simulator/samples/thumb.jpg', import.meta.url))
/** A PNG of 67 bytes whose picture takes ten gigabytes for whoever shows it. */
const bomb = Buffer.from(png)
bomb.writeUInt32BE(50_000, 16)
bomb.writeUInt32BE(50_000, 20)
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest()

/** A picture that is on WhatsApp's host, as Baileys encrypted and uploaded it, and a customer's message that names it. */
async function received(content = png) {
  await desk.startWorker()
  await desk.link()
  desk.simulator.phone(customer)
  const ticketId = await desk.openTicketWith(customer.number)
  const sent = await desk.answerWithFile(ticketId, content, { mime: 'image/png', name: 'pão.png' })
  const own = await desk.untilAck(sent, ack.received)
  if (!own) throw new Error('not sent')
  const opened = desk.simulator.phone(customer).openFile(own.whatsappId)
  if (!opened) throw new Error('not received')
  await desk.stopWorkers()
  await desk.simulator.phone(customer).sendText(shop.number, 'Veja')
  await desk.startWorker()
  const message = await desk.untilMessage('Veja')
  if (!message) throw new Error('no message')
  await desk.stopWorkers()
  // As the server's row of an upload would hide whether the worker stored it.
  await desk.db.orm.delete(mediaFiles)
  const { token, key: mediaKey } = opened.media
  const address = {
    directPath: `/mms/image/${token}`,
    url: `${desk.simulator.adminUrl.replace('http', 'https')}/mms/image/${token}`,
  }
  const key = { remoteJid: `${customer.number}@s.whatsapp.net`, fromMe: false, id: message.whatsappId }
  const file: ReceivedFile = {
    kind: 'image',
    key,
    mediaKey,
    ...address,
    fileSha256: sha256(content),
    fileEncSha256: null,
    length: content.length,
    jpegThumbnail: jpeg,
  }
  return { messageId: message.id, file }
}

function store(messageId: string, file: ReceivedFile) {
  const { companyId, connectionId, jobs, secret } = desk
  const owner = { companyId, connectionId, jobs, keys: keyRing(createSecretKey(secret)) }
  return desk.db.orm.transaction((tx) => storeFile(tx, owner, messageId, file))
}

async function parts(): Promise<FetchParts> {
  const media = await openMediaStore(desk.env().media)
  return {
    db: desk.db,
    jobs: desk.jobs,
    media,
    agent: mediaAgent(true),
    quota: null,
    keys: keyRing(createSecretKey(desk.secret)),
  }
}
const row = async (id: string) => (await desk.db.orm.select().from(messages).where(eq(messages.id, id)))[0]
const fetches = () => desk.db.orm.select().from(mediaFetches)

test('a file is fetched by whichever worker comes, with its thumbnail, and nothing that opens it stays behind', async () => {
  const { messageId, file } = await received()
  await store(messageId, file)
  const [waiting] = await fetches()
  expect(waiting?.material).not.toContain(Buffer.from(file.mediaKey).toString('base64'))
  await desk.startWorker()
  await vi.waitUntil(async () => (await row(messageId))?.mediaHash)
  const thumbnailHash = sha256(jpeg).toString('hex')
  expect(await row(messageId)).toMatchObject({
    mediaType: 'image',
    mediaHash: sha256(png).toString('hex'),
    mediaMime: 'image/png',
    mediaSize: png.length,
    mediaError: null,
    thumbnailHash,
  })
  expect(await fetches()).toEqual([])
  const { media } = await parts()
  const content = await media.read({ companyId: desk.companyId, hash: sha256(png).toString('hex') })
  expect(content && (await text(content))).toBe(png.toString())
  expect((await desk.db.orm.select().from(mediaFiles)).map(({ hash }) => hash).toSorted()).toEqual(
    [thumbnailHash, sha256(png).toString('hex')].toSorted(),
  )
})

test('two that fetch the same at once fetch one', async () => {
  const { messageId, file } = await received()
  await store(messageId, file)
  const fetching = await parts()
  await Promise.all([fetchMedia(fetching, messageId), fetchMedia(fetching, messageId)])
  expect(await row(messageId)).toMatchObject({ mediaHash: sha256(png).toString('hex') })
  expect(await desk.db.orm.select().from(mediaFiles)).toHaveLength(2)
})

test('without room the message says so, and the file comes once there is room', async () => {
  const { messageId, file } = await received()
  await store(messageId, file)
  const fetching = await parts()
  await fetchMedia({ ...fetching, quota: png.length - 1 }, messageId)
  expect(await row(messageId)).toMatchObject({ mediaHash: null, mediaError: 'no_space' })
  expect(await fetches()).toMatchObject([{ messageId, tries: 0 }])
  await fetchMedia({ ...fetching, quota: 10_000_000 }, messageId)
  expect(await row(messageId)).toMatchObject({ mediaHash: sha256(png).toString('hex'), mediaError: null })
  expect(await fetches()).toEqual([])
})

test('what is no longer there is asked of the phone, and after the last try is said to be gone', async () => {
  const { messageId, file } = await received()
  const lost = `/mms/image/${randomBytes(32).toString('base64url')}`
  await store(messageId, { ...file, directPath: lost })
  const fetching = await parts()
  await expect(fetchMedia(fetching, messageId)).rejects.toThrow('status 404')
  const asked = await desk.db.sql`select data from pgboss.job where data->>'name' = 'media.renew'`
  expect(asked).toMatchObject([{ data: { messageId } }])
  expect(await row(messageId)).toMatchObject({ mediaHash: null, mediaError: null })
  await desk.db.orm.update(mediaFetches).set({ tries: maxTries - 1 })
  await fetchMedia(fetching, messageId)
  expect(await row(messageId)).toMatchObject({ mediaHash: null, mediaError: 'expired' })
  expect(await fetches()).toEqual([])
})

test.each([
  ['another content', (file: ReceivedFile) => ({ ...file, fileSha256: sha256(jpeg) }), 'wrong content'],
  ['another key', (file: ReceivedFile) => ({ ...file, mediaKey: randomBytes(32) }), 'wrong MAC'],
  ['another host', (file: ReceivedFile) => ({ ...file, url: 'https://10.0.0.1/x' }), 'not a file host'],
])('%s is not taken', async (_, change, problem) => {
  const { messageId, file } = await received()
  await store(messageId, change(file))
  const fetching = await parts()
  await expect(fetchMedia(fetching, messageId)).rejects.toThrow(problem)
  await desk.db.orm.update(mediaFetches).set({ tries: maxTries - 1 })
  await fetchMedia(fetching, messageId)
  expect(await row(messageId)).toMatchObject({ mediaHash: null, mediaError: 'failed' })
})

test('what is announced too large is not fetched', async () => {
  const { messageId, file } = await received()
  await store(messageId, { ...file, length: 3_000_000_000 })
  await fetchMedia(await parts(), messageId)
  expect(await row(messageId)).toMatchObject({ mediaError: 'too_large', thumbnailHash: sha256(jpeg).toString('hex') })
})

test('a picture that would fill the memory of whoever sees it is a file to be saved, and no preview', async () => {
  const { messageId, file } = await received(bomb)
  const large = Buffer.from(jpeg)
  // In the segment that begins its frame: height and width.
  const frame = large.indexOf(Buffer.of(0xff, 0xc0))
  large.writeUInt16BE(9_000, frame + 5)
  large.writeUInt16BE(7_000, frame + 7)
  await store(messageId, { ...file, jpegThumbnail: large })
  await fetchMedia(await parts(), messageId)
  expect(await row(messageId)).toMatchObject({
    mediaType: 'application',
    mediaMime: 'application/octet-stream',
    mediaHash: sha256(bomb).toString('hex'),
    thumbnailHash: null,
  })
})
