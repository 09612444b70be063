import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import type { Simulator } from './simulator.ts'
import { eventually, TestClient } from './test-client.ts'

const company = { number: '5511900000001', name: 'Padaria Aurora' }
const ana = { number: '5511911110001', name: 'Ana Souza' }

let folder: string
let simulator: Simulator
let client: TestClient

const start = () => startSimulator({ ackDelayMs: 0, deliveryDelayMs: 0, stateFile: join(folder, 'state.json') })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  simulator = await start()
  client = new TestClient(simulator.wsUrl)
  simulator.phone(ana)
  client.connect()
  await simulator.phone(company).scanQr(await eventually(() => client.qr))
  await eventually(() => client.isOpen)
})

afterEach(async () => {
  await client.close()
  await simulator.stop()
  expect(simulator.unknownIqs).toEqual([])
  await rm(folder, { recursive: true })
})

const to = `${ana.number}@s.whatsapp.net`
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const fileOf = (id: string) => fetch(`${simulator.adminUrl}/admin/phones/${ana.number}/files/${id}`)
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

test('a phone shows the image and saves the document that a client sent, also after a restart', async () => {
  const image = await client.socket.sendMessage(to, { image: pixel, mimetype: 'image/gif', caption: 'Olha' })
  const script = Buffer.from('<script>alert(1)</script>')
  const page = await client.socket.sendMessage(to, { document: script, mimetype: 'text/html', fileName: 'a "b".html' })
  const ids = [image?.key.id ?? '', page?.key.id ?? ''] as const
  await simulator.phone(ana).waitForMessage(({ id }) => id === ids[1])
  await client.close()
  await simulator.stop()
  simulator = await start()

  expect(simulator.phone(ana).chats()[0]?.messages).toEqual([
    expect.objectContaining({
      kind: 'image',
      text: 'Olha',
      file: { mime: 'image/gif', size: pixel.length, sha256: sha256(pixel) },
    }),
    expect.objectContaining({
      kind: 'document',
      text: '',
      file: { mime: 'text/html', name: 'a "b".html', size: script.length, sha256: sha256(script) },
    }),
  ])
  const [shown, saved, none] = [await fileOf(ids[0]), await fileOf(ids[1]), await fileOf('NONE')]
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(pixel)
  expect([shown.headers.get('content-type'), shown.headers.get('content-disposition')]).toEqual(['image/gif', 'inline'])
  expect(await saved.text()).toBe(script.toString())
  expect([saved.headers.get('content-type'), saved.headers.get('content-disposition')]).toEqual([
    'application/octet-stream',
    "attachment; filename*=UTF-8''a%20%22b%22.html",
  ])
  expect(none.status).toBe(404)
})

test('the file host takes only what its name says, from whom it let in, and gives it back', async () => {
  const content = randomBytes(1000)
  const token = createHash('sha256').update(content).digest('base64url')
  const auth = await client.socket.refreshMediaConn().then((media) => encodeURIComponent(media.auth))
  const upload = (name: string, query: string) =>
    fetch(`${simulator.adminUrl}/mms/image/${name}?${query}`, { method: 'POST', body: content })
  expect((await upload(token, 'auth=guessed')).status).toBe(401)
  expect((await upload(token.replaceAll(/./g, 'A'), `auth=${auth}`)).status).toBe(400)
  expect((await upload('..%2Fstate.json', `auth=${auth}`)).status).toBe(400)
  expect(await (await upload(token, `auth=${auth}`)).json()).toEqual({
    url: `${simulator.adminUrl.replace('http:', 'https:')}/mms/image/${token}`,
    direct_path: `/mms/image/${token}`,
  })
  const download = await fetch(`${simulator.adminUrl}/mms/image/${token}`)
  expect(Buffer.from(await download.arrayBuffer())).toEqual(content)
  expect((await fetch(`${simulator.adminUrl}/mms/image/${token.replaceAll(/./g, 'A')}`)).status).toBe(404)
})
