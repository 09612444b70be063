// One file from WhatsApp's host to a folder of ours, opened on the way. Hosts are named by whoever wrote the message, so only the agent's
// list is reached, and no redirect is followed. Invariant: what is returned is what the sender's hash and MAC say, or it throws.
import { ToldError } from 'db/kit/told-error.ts'
import { getMediaKeys } from '@whiskeysockets/baileys'
import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat, truncate } from 'node:fs/promises'
import { get, type Agent } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReceivedFile } from './received-file.ts'

/** WhatsApp has it no more: only the phone can help. */
export class FileGone extends ToldError {}
export class FileTooLarge extends ToldError {}

const host = 'mmg.whatsapp.net'
const macLength = 10
/** Without a byte for so long the download is given up. */
const idleMs = 60_000
/** A byte now and then is none: all of it comes in time, or another download gets its turn. */
const longestMs = (maxBytes: number) => 5 * 60_000 + Math.ceil(maxBytes / 64)

type Material = Pick<ReceivedFile, 'kind' | 'mediaKey' | 'directPath' | 'url' | 'fileSha256' | 'fileEncSha256'>

/** The path of the content, inside `folder`, and its hash. @throws FileGone, FileTooLarge, or any other failure that may pass */
export async function download(file: Material, agent: Agent, folder: string, maxBytes: number) {
  const [sealed, path] = [join(folder, 'sealed'), join(folder, 'content')]
  await fetchTo(sealed, addressOf(file), agent, maxBytes)
  const hash = await openTo(path, sealed, file)
  return { path, hash }
}

function addressOf({ directPath, url }: Material) {
  if (directPath === null && url === null) throw new FileGone('no address')
  const from = url === null ? null : new URL(url)
  return directPath === null ? new URL(url ?? '') : new URL(directPath, `https://${from?.host ?? host}`)
}

/** `withinMs`: to its last byte. @throws FileGone, FileTooLarge, or any other failure that may pass */
export async function fetchTo(
  path: string,
  address: URL,
  agent: Agent,
  maxBytes: number,
  withinMs = longestMs(maxBytes),
) {
  const signal = AbortSignal.timeout(withinMs)
  const response = await request(address, agent, signal)
  const { statusCode = 0 } = response
  if (statusCode !== 200) {
    response.destroy()
    if (statusCode === 404 || statusCode === 410) throw new FileGone(`status ${statusCode}`)
    throw new Error(`WhatsApp's file host answered ${statusCode}`)
  }
  await pipeline(response, limit(maxBytes), createWriteStream(path), { signal })
}

function request(address: URL, agent: Agent, signal: AbortSignal) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const asked = get(
      address,
      { agent, signal, timeout: idleMs, headers: { origin: 'https://web.whatsapp.com' } },
      resolve,
    )
    asked.on('error', reject)
    asked.on('timeout', () => asked.destroy(new Error("WhatsApp's file host fell silent")))
  })
}

function limit(maxBytes: number) {
  let sum = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum += chunk.length
      if (sum > maxBytes) done(new FileTooLarge())
      else done(null, chunk)
    },
  })
}

/** Checks and decrypts; the SHA-256 of the content in hex. */
async function openTo(path: string, sealed: string, { kind, mediaKey, fileSha256, fileEncSha256 }: Material) {
  if (fileEncSha256 && !equal(await digest(sealed, createHash('sha256')), fileEncSha256)) throw new Error('wrong file')
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, kind)
  if (!macKey) throw new Error('no key for the MAC')
  const mac = await cutMac(sealed)
  const expected = await digest(sealed, createHmac('sha256', macKey).update(iv))
  if (!equal(expected.subarray(0, macLength), mac)) throw new Error('wrong MAC')
  await pipeline(createReadStream(sealed), createDecipheriv('aes-256-cbc', cipherKey, iv), createWriteStream(path))
  const hash = await digest(path, createHash('sha256'))
  if (fileSha256 && !equal(hash, fileSha256)) throw new Error('wrong content')
  return hash.toString('hex')
}

/** The last bytes of the file, which is shorter by them afterwards. */
async function cutMac(path: string) {
  const { size } = await stat(path)
  if (size <= macLength) throw new Error('too short')
  const mac = Buffer.alloc(macLength)
  await using file = await open(path)
  await file.read(mac, 0, macLength, size - macLength)
  await truncate(path, size - macLength)
  return mac
}

async function digest(path: string, hash: ReturnType<typeof createHash | typeof createHmac>): Promise<Buffer> {
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest()
}

const equal = (a: Uint8Array, b: Uint8Array) => a.length === b.length && timingSafeEqual(a, b)
