// The file of a message, as a mutation names it: uploaded before, known by the hash of its content.
// Invariant: on the server nothing that the caller says of the content counts; type and size are those that were measured.
import { and, eq, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError, invalid } from '../kit/errors.ts'
import { readableFile } from './access.ts'
import { isPictureMime, mediaTypeOf } from './media-type.ts'
import { mediaFiles } from './table.ts'

export const mediaHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const pixels = v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))))

export const mediaArgs = v.strictObject({
  hash: mediaHash,
  /** The browser's guess, for its own optimistic row. */
  mime: v.pipe(v.string(), v.maxLength(255)),
  /** Shown and sent along; never part of a path. */
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(255)),
  size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1)),
  width: pixels,
  height: pixels,
})
export type MediaArgs = v.InferOutput<typeof mediaArgs>

/** The file of a row that keeps one ready, column by column; null: none. */
export const storedFile = {
  mediaHash: v.nullable(mediaHash),
  /** Shown and sent along; never part of a path. */
  mediaName: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(255))),
  /** On the server, what was measured counts. */
  mediaMime: v.nullable(v.pipe(v.string(), v.maxLength(255))),
  mediaSize: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))),
}

/** A message's columns for a file whose content is so and so. */
export const mediaColumns = (
  { hash, name, width = null, height = null }: Pick<MediaArgs, 'hash' | 'name' | 'width' | 'height'>,
  { mime, size }: Pick<MediaArgs, 'mime' | 'size'>,
) => ({
  mediaType: mediaTypeOf(mime),
  mediaHash: hash,
  mediaMime: mime,
  mediaName: name,
  mediaSize: size,
  mediaWidth: width,
  mediaHeight: height,
})

/** What a file's content is: a device takes its own word for it. @throws AppError ERR_NO_MEDIA_FOUND when the company has no such file. */
export const measured = async (tx: Tx, media: MediaArgs, ctx: MutationContext) =>
  ctx.side === 'client' ? media : mustFindFile(tx, media.hash, ctx)

/** A file that the actor names, as it was measured when it was stored. @throws AppError ERR_NO_MEDIA_FOUND when there is none that they may read. */
export async function mustFindFile(tx: Tx, hash: string, { actor }: MutationContext) {
  return holdFile(tx, actor.kind === 'user' ? readableFile(tx, actor, hash) : fileOf(actor.companyId, hash))
}

const fileOf = (companyId: string, hash: string) => and(eq(mediaFiles.companyId, companyId), eq(mediaFiles.hash, hash))

async function holdFile(tx: Tx, where: SQL | undefined) {
  const [file] = await tx
    .select({ mime: mediaFiles.mime, size: mediaFiles.size })
    .from(mediaFiles)
    .where(where)
    // Against its removal at the same time: it finds the row that names it, or this finds no file.
    .for('key share')
  if (!file) throw new AppError('ERR_NO_MEDIA_FOUND')
  return file
}

/** No file, as a new row has it. */
export const noStoredFile = { mediaHash: null, mediaName: null, mediaMime: null, mediaSize: null }

const storedSchema = v.object(storedFile)
type StoredFile = v.InferOutput<typeof storedSchema>

/** A message's columns for the file of a row that keeps one ready, if it does: the row names it, whoever acts. Server only. @throws AppError ERR_NO_MEDIA_FOUND */
export async function storedFileColumns(
  tx: Tx,
  { mediaHash: hash, mediaName }: Pick<StoredFile, 'mediaHash' | 'mediaName'>,
  ctx: MutationContext,
) {
  if (hash === null) return {}
  return mediaColumns(
    { hash, name: mediaName ?? hash.slice(0, 8) },
    await holdFile(tx, fileOf(ctx.actor.companyId, hash)),
  )
}

/** For `settle` of db/kit/crud.ts: what of a row's file follows from its hash. @throws AppError ERR_NO_MEDIA_FOUND */
export async function settleFile(
  tx: Tx,
  ctx: MutationContext,
  { next, before }: { next: StoredFile; before: StoredFile | null },
): Promise<Partial<StoredFile>> {
  if (next.mediaHash === (before?.mediaHash ?? null)) return {}
  if (next.mediaHash === null) return noStoredFile
  if (ctx.side === 'client') return {}
  const { mime, size } = await mustFindFile(tx, next.mediaHash, ctx)
  return { mediaMime: mime, mediaSize: size }
}

/** As settleFile, of a row whose file is a picture. @throws AppError ERR_VALIDATION, ERR_NO_MEDIA_FOUND */
export async function settlePicture(
  tx: Tx,
  ctx: MutationContext,
  row: { next: StoredFile; before: StoredFile | null },
): Promise<Partial<StoredFile>> {
  const file = await settleFile(tx, ctx, row)
  const { mediaHash: hash, mediaMime } = { ...row.next, ...file }
  if (hash !== null && !isPictureMime(mediaMime)) throw invalid('mediaHash', 'Not a PNG or JPEG picture')
  return file
}
