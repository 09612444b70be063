import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, open as openFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kit/new-id.ts'
import { bucketStore } from './media-bucket.ts'
import { openMediaStore, type MediaStore } from './media-store.ts'

let folder: string
let bucket: S3rver
let bucketPort: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-store-'))
  bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'balcao', configs: [] }],
  })
  bucketPort = (await bucket.run()).port
  await writeFile(join(folder, 'file'), 'pão de queijo')
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true })
})

const none = { MEDIA_DIR: '', S3_REGION: 'us-east-1', S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
const openers: [string, () => Promise<MediaStore>][] = [
  ['a folder', () => openMediaStore({ ...none, MEDIA_DIR: join(folder, 'media') })],
  ['a bucket', () => openMediaStore({ ...none, S3_BUCKET: 'balcao', S3_ENDPOINT: `http://127.0.0.1:${bucketPort}` })],
]

const hash = 'ab'.repeat(32)
const contentOf = async (store: MediaStore, ...args: Parameters<MediaStore['read']>) => {
  const stream = await store.read(...args)
  return stream && text(stream)
}

describe.each(openers)('%s', (_name, open) => {
  test('gives back what it was given, whole and in part, however often that was', async () => {
    const store = await open()
    const key = { companyId: newId(), hash }
    expect(await store.read(key)).toBeNull()
    await Promise.all([store.put(key, join(folder, 'file')), store.put(key, join(folder, 'file'))])
    expect(await contentOf(store, key)).toBe('pão de queijo')
    expect(await contentOf(store, key, { start: 8, end: 13 })).toBe('queijo')
  })

  test('keeps companies apart', async () => {
    const store = await open()
    await store.put({ companyId: newId(), hash }, join(folder, 'file'))
    expect(await store.read({ companyId: newId(), hash })).toBeNull()
  })

  test('knows no other names than hashes', async () => {
    const store = await open()
    for (const wrong of ['../secrets.json', `${hash}/..`, hash.toUpperCase(), '']) {
      await expect(store.read({ companyId: newId(), hash: wrong })).rejects.toThrow('no key')
      await expect(store.put({ companyId: `../${newId()}`.slice(0, 36), hash }, join(folder, 'file'))).rejects.toThrow(
        'no key',
      )
    }
  })
})

test.each([
  ['at once', (_answer: ServerResponse) => {}],
  [
    'in the middle of a file',
    (answer: ServerResponse) => answer.writeHead(200, { 'content-length': '13' }).write('pão'),
  ],
])('a bucket that falls silent %s is given up', async (_name, begin) => {
  const silent = createServer((_request, answer) => {
    begin(answer)
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const store = bucketStore('balcao', { ...none, S3_ENDPOINT: endpoint }, 200)
  await expect(contentOf(store, { companyId: newId(), hash })).rejects.toThrow(/timed out/)
  silent.closeAllConnections()
  silent.close()
})

test('in a folder a file is where its hash says, and nothing else is left', async () => {
  const root = join(folder, 'tidy')
  const companyId = newId()
  const store = await openMediaStore({ ...none, MEDIA_DIR: root })
  await store.put({ companyId, hash }, join(folder, 'file'))
  expect((await readdir(root, { recursive: true })).toSorted()).toEqual(
    [companyId, join(companyId, 'ab'), join(companyId, 'ab', hash), 'arriving'].toSorted(),
  )
})

test('in a folder what is put again takes the place of what somebody may be reading, which stays whole', async () => {
  const root = join(folder, 'again')
  const companyId = newId()
  const store = await openMediaStore({ ...none, MEDIA_DIR: root })
  await store.put({ companyId, hash }, join(folder, 'file'))
  await using reading = await openFile(join(root, companyId, 'ab', hash))
  // Another content, so that one sees which of the two is read: hashes are the callers' to check.
  await writeFile(join(folder, 'other'), 'bolo')
  await store.put({ companyId, hash }, join(folder, 'other'))
  expect(await reading.readFile('utf8')).toBe('pão de queijo')
  expect(await contentOf(store, { companyId, hash })).toBe('bolo')
})
