// Where the content of files is kept: a folder, or a bucket when S3_BUCKET is set. Server and worker share it.
// Invariants: content is named by company and hash alone, so no name that a person chose is ever part of a path;
// what stands under a name is whole: a folder gets it by a rename, a bucket by one PUT.
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import * as v from 'valibot'
import { newId } from '../../kit/new-id.ts'

/** Settings of server and worker; both must name the same place. */
export const mediaSettings = {
  MEDIA_DIR: v.optional(v.string(), '.data/media'),
  /** With a bucket the folder is not used. */
  S3_BUCKET: v.optional(v.string()),
  S3_ENDPOINT: v.optional(v.pipe(v.string(), v.url())),
  S3_REGION: v.optional(v.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string(), ''),
  S3_SECRET_ACCESS_KEY: v.optional(v.string(), ''),
}
/** Megabytes that a company may keep; 0: as many as there is room for. */
export const mediaQuota = {
  MEDIA_QUOTA_MB: v.optional(v.pipe(v.string(), v.toNumber(), v.minValue(0)), '10240'),
}

/** Bytes; null: no limit. */
export const quotaBytes = ({ MEDIA_QUOTA_MB }: { MEDIA_QUOTA_MB: number }) =>
  MEDIA_QUOTA_MB === 0 ? null : Math.floor(MEDIA_QUOTA_MB * 1024 * 1024)

const settings = v.object(mediaSettings)
export type MediaSettings = v.InferOutput<typeof settings>

export interface MediaKey {
  companyId: string
  /** SHA-256 of the content, hex. */
  hash: string
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface MediaStore {
  /** Takes in a copy of the file at `path`, which holds what `key` names. What is there already is replaced by the same. */
  put(key: MediaKey, path: string): Promise<void>
  /** The content, or a part of it; null when there is none. The caller reads it to its end or destroys it. */
  read(key: MediaKey, range?: ByteRange): Promise<Readable | null>
  /** What is not there is removed already. */
  remove(key: MediaKey): Promise<void>
}

const idPattern = /^[0-9a-f-]{36}$/
const hashPattern = /^[0-9a-f]{64}$/

/** Within the store. */
export function mediaPath({ companyId, hash }: MediaKey) {
  if (!idPattern.test(companyId) || !hashPattern.test(hash)) throw new Error('no key of the media store')
  return `${companyId}/${hash.slice(0, 2)}/${hash}`
}

export async function openMediaStore(env: MediaSettings): Promise<MediaStore> {
  if (env.S3_BUCKET === undefined) return folderStore(resolve(env.MEDIA_DIR))
  // Amazon's SDK is most of the memory of a process that needs none of it.
  const { bucketStore } = await import('./media-bucket.ts')
  return bucketStore(env.S3_BUCKET, env)
}

function folderStore(root: string): MediaStore {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  return {
    async put(key, path) {
      const arriving = `arriving/${newId()}`
      await disk.copyFromFs(path, arriving)
      await flush(join(root, arriving))
      const place = join(root, mediaPath(key))
      await mkdir(dirname(place), { recursive: true })
      // The disk's own move copies over what is there, under the eyes of who reads it.
      await rename(join(root, arriving), place)
    },
    async read(key, range) {
      const path = join(root, mediaPath(key))
      const found = await stat(path).catch(nullIfMissing)
      return found && createReadStream(path, range)
    },
    remove: (key) => disk.delete(mediaPath(key)),
  }
}

/** Or a power cut could leave the name without the content. */
async function flush(path: string) {
  await using file = await open(path, 'r+')
  await file.sync()
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
