// The file of a queue, an option, or a quick message.
import { noStoredFile } from 'db/media/media-args.ts'
import { ownNameOf } from './files.ts'
import type { Row } from './source.ts'
import { text } from './values.ts'
import type { Work } from './work.ts'

/** What its row says of it; nothing in a dry run, or when it is not there. */
export async function fileOf({ files, isDryRun, tally }: Work, row: Row, company: number, companyId: string) {
  const name = text(row, 'mediaPath', 1_000)
  if (name === '') return noStoredFile
  const path = await files.find(name, company)
  if (path === null) tally.skip('files', name.length > 0 ? (row['id'] ?? '?') : '?', 'not in the folder')
  if (path === null || isDryRun) return noStoredFile
  const file = await files.takeIn(path, companyId)
  if (!file) return noStoredFile
  const mediaName = text(row, 'mediaName', 255) || ownNameOf(path)
  return { mediaHash: file.hash, mediaName, mediaMime: file.mime, mediaSize: file.size }
}
