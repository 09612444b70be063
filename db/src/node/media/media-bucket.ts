// The media store in a bucket of Amazon S3 or of whatever speaks its protocol. One PUT makes an object whole or not at all.
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { mediaPath, type MediaSettings, type MediaStore } from './media-store.ts'

/** ms without a byte either way after which a request is given up: a store that falls silent would hold whoever asks for ever. */
const longestSilence = 120_000

export function bucketStore(bucket: string, env: MediaSettings, silence = longestSilence): MediaStore {
  const client = new S3Client({
    region: env.S3_REGION,
    ...(env.S3_ENDPOINT !== undefined && { endpoint: env.S3_ENDPOINT, forcePathStyle: true }),
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
    requestHandler: { connectionTimeout: Math.min(silence, 10_000), socketTimeout: silence },
    // Not every store knows the checksums that the SDK adds by itself; the name is the checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
  return {
    async put(key, path) {
      const { size } = await stat(path)
      await disk.copyFromFs(path, mediaPath(key), { contentLength: size })
    },
    async read(key, range) {
      // Flydrive reads whole objects only.
      const part = range && { Range: `bytes=${range.start}-${range.end}` }
      const answer = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: mediaPath(key), ...part }))
        .catch(nullIfMissing)
      return (answer?.Body as Readable | undefined) ?? null
    },
    remove: (key) => disk.delete(mediaPath(key)),
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null
  throw error
}
