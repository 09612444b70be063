// A file that a bot names by its address, into the company's media store: past the guard of every outgoing address, with a limit of bytes and time.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { keepFile } from './keep-file.ts'
import type { ResponderParts } from './responder.ts'

const maxBytes = 16 * 1024 * 1024
const timeoutMs = 20_000

/** Null: it can't be had. */
export async function fetchFile(
  parts: Pick<ResponderParts, 'db' | 'media' | 'quota' | 'outgoing' | 'log'>,
  companyId: string,
  url: string,
  signal: AbortSignal,
): Promise<{ mediaHash: string; mediaName: string } | null> {
  const answer = await parts.outgoing.open({ url, timeoutMs, maxAnswerBytes: maxBytes, signal })
  if (!('chunks' in answer)) return null
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bot-'))
  try {
    const path = join(folder, 'file')
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    await pipeline(Readable.from(answer.chunks), hashing, createWriteStream(path, { mode: 0o600 }))
    const mediaHash = hash.digest('hex')
    return (await keepFile(parts, { companyId, hash: mediaHash }, path)) ? { mediaHash, mediaName: nameOf(url) } : null
  } catch {
    return null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const nameOf = (url: string) => {
  const name = basename(URL.parse(url)?.pathname ?? '')
  return (URL.canParse(`x:${name}`) ? decode(name) : name).slice(0, 200) || 'arquivo'
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
