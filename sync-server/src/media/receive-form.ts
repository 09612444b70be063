// A form with files (multipart), for callers of the API without tus: each file goes to disk as it comes, so that its size is no matter of
// memory. Invariant: what came is gone from here when `use` is done; a form is refused whole.
import { Busboy, type BusboyConfig } from '@fastify/busboy'
import { AppError } from 'db/kit/errors.ts'
import type { Context } from 'hono'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Env } from '../env.ts'

export interface ReceivedFile {
  /** Name that its sender gave it: shown and sent along, never part of a path. */
  name: string
  /** Path of the content on this machine, while the form is used. */
  path: string
  /** Bytes. */
  size: number
}

/** By field, in the order in which they came. */
export interface ReceivedForm {
  texts: Readonly<Record<string, readonly string[]>>
  files: Readonly<Record<string, readonly ReceivedFile[]>>
}

const mostFiles = 30
/** Bytes; four for each character of the longest message. */
const longestText = 256 * 1024
const limits = {
  files: mostFiles,
  fields: 200,
  parts: 230,
  fieldSize: longestText,
  headerPairs: 20,
  headerSize: 16_384,
}

/** Bytes that a form with files may have: as many as one upload. */
export const maxFormBytes = ({ MAX_UPLOAD_MB }: Pick<Env, 'MAX_UPLOAD_MB'>) => MAX_UPLOAD_MB * 1024 * 1024

export const isForm = (c: Context) => /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')

/**
 * Reads the form and uses it. `maxBytes` is of all of it.
 * @throws AppError ERR_VALIDATION when it is no form, or none that could be meant; ERR_MEDIA_TOO_LARGE
 */
export async function receiveForm<Result>(
  c: Context,
  maxBytes: number,
  use: (form: ReceivedForm) => Promise<Result>,
): Promise<Result> {
  const { body } = c.req.raw
  if (!isForm(c) || !body) throw notAForm()
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const folder = await mkdtemp(join(tmpdir(), 'balcao-form-'))
  try {
    const content = Readable.fromWeb(body as ReadableStream<Uint8Array>)
    return await use(await readForm(content, c.req.header('content-type') ?? '', folder, maxBytes))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Its files go into `folder`. @throws AppError as `receiveForm`; whatever the disk says */
export async function readForm(
  content: Readable,
  type: string,
  folder: string,
  maxBytes: number,
): Promise<ReceivedForm> {
  const parser = parserOf({ headers: { 'content-type': type }, limits })
  const texts: Record<string, string[]> = Object.create(null)
  const files: Record<string, ReceivedFile[]> = Object.create(null)
  const contents: Readable[] = []
  const written: Promise<void>[] = []
  const disk = new AbortController()
  let isTooMuch = false
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.on(event, () => (isTooMuch = true))
  parser.on('field', (name, value, _nameTruncated, isCut) => {
    isTooMuch ||= isCut
    ;(texts[name] ??= []).push(value)
  })
  parser.on('file', (field, stream, name) => {
    const file = { name: shownName(name), path: join(folder, String(written.length)), size: 0 }
    ;(files[field] ??= []).push(file)
    stream.on('data', (chunk: Uint8Array) => (file.size += chunk.length))
    contents.push(stream)
    // Its own errors; one that it is ended with is the form's.
    const target = createWriteStream(file.path).on('error', (error) => 'syscall' in error && disk.abort(error))
    written.push(pipeline(stream, target))
  })
  try {
    await pipeline(content, upTo(maxBytes), parser, { signal: disk.signal })
    await Promise.all(written)
  } catch (error) {
    // One that is cut off never ends by itself.
    for (const each of contents) each.destroy()
    await Promise.allSettled(written)
    disk.signal.throwIfAborted()
    throw error instanceof AppError ? error : notAForm()
  }
  if (isTooMuch) throw notAForm()
  return { texts, files }
}

function parserOf(config: BusboyConfig) {
  try {
    return new Busboy(config)
  } catch {
    throw notAForm()
  }
}

function upTo(maxBytes: number) {
  let bytes = 0
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
}

/** Keeps the end, which tells what it is. */
const shownName = (name: string | undefined) => (name ?? '').trim().slice(-255).trim() || 'file'

const notAForm = () => new AppError('ERR_VALIDATION', { root: ['multipart'] })
const tooLarge = (limit: number) => new AppError('ERR_MEDIA_TOO_LARGE', { limit })
