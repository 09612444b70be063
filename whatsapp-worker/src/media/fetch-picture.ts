// One contact's picture: asked of WhatsApp, fetched from its host, into the company's media store under its hash.
// Invariant: that somebody shows no picture is an answer, no error; only the small picture is fetched, and only if it is one.
import type { WASocket } from '@whiskeysockets/baileys'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PictureAnswer } from 'db/contacts/pictures.ts'
import { mediaTypeOf } from 'db/media/media-type.ts'
import type { Database } from 'db/node/connect.ts'
import type { MediaStore } from 'db/node/media/media-store.ts'
import { isPreview, pictureSize } from 'db/node/media/picture-size.ts'
import { sha256Of, takeInFile } from 'db/node/media/take-in-file.ts'
import { fetchTo } from './download.ts'

/** A small picture is some kilobytes. */
const maxBytes = 512 * 1024
const answerMs = 20_000
/** Not for us to see, or not there. */
const refusals = [401, 403, 404]

export interface PictureParts {
  db: Database
  media: MediaStore
  agent: Agent
}

type PictureReader = Pick<WASocket, 'profilePictureUrl'>

/** @throws when WhatsApp or its host did not answer as it should */
export async function fetchPicture(
  parts: PictureParts,
  socket: PictureReader,
  { companyId, address }: { companyId: string; address: string },
): Promise<PictureAnswer> {
  const url = await askWhere(socket, address)
  if (url === null) return { kind: 'none' }
  const folder = await mkdtemp(join(tmpdir(), 'picture-'))
  try {
    const path = join(folder, 'picture')
    await fetchTo(path, new URL(url), parts.agent, maxBytes)
    const size = await pictureSize(path)
    if (!size || !isPreview(size)) return { kind: 'failed' }
    const hash = await sha256Of(path)
    const { mime } = await takeInFile(parts, { companyId, hash }, path)
    return mediaTypeOf(mime) === 'image' ? { kind: 'shown', hash } : { kind: 'failed' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Null when WhatsApp shows us none. */
async function askWhere(socket: PictureReader, address: string): Promise<string | null> {
  try {
    const url = await socket.profilePictureUrl(address, 'preview', answerMs)
    if (url === undefined) throw new Error('no answer where the picture is')
    return url
  } catch (error) {
    if (refusals.includes(codeOf(error))) return null
    throw error
  }
}

/** WhatsApp's own, of an answer that is an error. */
export const codeOf = (error: unknown) => Number((error as { data?: unknown } | null)?.data)
