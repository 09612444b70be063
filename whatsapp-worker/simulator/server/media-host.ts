// WhatsApp's host for files: clients upload what they encrypted, under its own hash, and tell each other where it is and by which key it
// opens. Files lie in a folder beside the state file, since the state is written whole at every change.
// Invariant: a file is what its name says, or it is not taken; the host never sees a key.

import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Hono } from 'hono'
import { isLoopbackHost } from '../loopback.ts'

const TOKEN = /^[\w-]{43}$/

export class MediaHost {
  /** What clients must show to upload; they are told it with the hosts. */
  readonly auth = randomBytes(16).toString('base64url')
  /** `host:port`, known once the simulator listens. */
  hostname = ''
  readonly #folder: string
  readonly #isKept: boolean
  /** Clients get these no more; phones have their own copies. */
  readonly #expired = new Set<string>()

  private constructor(folder: string, isKept: boolean) {
    this.#folder = folder
    this.#isKept = isKept
  }

  /** Without a folder everything is gone with `close`. */
  static async open(folder?: string) {
    const place = folder ?? (await mkdtemp(join(tmpdir(), 'simulator-media-')))
    mkdirSync(place, { recursive: true })
    return new MediaHost(place, folder !== undefined)
  }

  /** `token` is the SHA-256 of the body in base64url; false when it is of something else. */
  async take(token: string, body: ReadableStream<Uint8Array>): Promise<boolean> {
    const arriving = join(this.#folder, `arriving-${randomBytes(8).toString('hex')}`)
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    try {
      await pipeline(Readable.fromWeb(body), hashing, createWriteStream(arriving))
      if (hash.digest('base64url') !== token) return false
      await rename(arriving, this.#pathOf(token))
      return true
    } finally {
      await rm(arriving, { force: true })
    }
  }

  /** A file that is not encrypted, such as a profile picture; returns its token. */
  async put(content: Buffer): Promise<string> {
    const token = createHash('sha256').update(content).digest('base64url')
    await writeFile(this.#pathOf(token), content)
    return token
  }

  /** As after some weeks: the file is gone for who wants to download it. */
  expire(token: string) {
    this.#expired.add(token)
  }

  /** A phone uploaded it again. */
  renew(token: string) {
    this.#expired.delete(token)
  }

  isExpired(token: string) {
    return this.#expired.has(token)
  }

  /** At once, so that a phone takes a message and its file in one turn. */
  read(token: string): Buffer | undefined {
    try {
      return readFileSync(this.#pathOf(token))
    } catch {
      return undefined
    }
  }

  async stream(token: string) {
    const path = this.#pathOf(token)
    const { size } = await stat(path)
    return { size, content: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array<ArrayBuffer>> }
  }

  async close() {
    if (!this.#isKept) await rm(this.#folder, { recursive: true, force: true })
  }

  #pathOf(token: string) {
    if (!TOKEN.test(token)) throw new Error('no token of a file')
    return join(this.#folder, token)
  }
}

/** The file's token, in the address that clients pass on. */
export const tokenIn = (directPath: string) => directPath.split('?')[0]?.split('/').at(-1) ?? ''

export function mediaRoutes(host: MediaHost) {
  const app = new Hono()
  app.use('/mms/*', async (c, next) => {
    if (!isLoopbackHost(c.req.header('host') ?? '')) return c.json({ error: 'loopback only' }, 403)
    return next()
  })
  app.post('/mms/:type/:token', async (c) => {
    const { type, token } = c.req.param()
    if (c.req.query('auth') !== host.auth) return c.json({ error: 'unauthorized' }, 401)
    const body = c.req.raw.body as ReadableStream<Uint8Array> | null
    if (!TOKEN.test(token) || !body || !(await host.take(token, body))) return c.json({ error: 'wrong hash' }, 400)
    const directPath = `/mms/${type}/${token}`
    return c.json({ url: `https://${host.hostname}${directPath}`, direct_path: directPath })
  })
  app.get('/mms/:type/:token', async (c) => {
    const token = c.req.param('token')
    const found = await host.stream(token).catch(() => undefined)
    if (!found || host.isExpired(token)) return c.json({ error: 'not found' }, 404)
    return c.body(found.content, 200, {
      'content-type': 'application/octet-stream',
      'content-length': String(found.size),
    })
  })
  return app
}
