// A spreadsheet as rows of text, read in a thread of its own with limits on time and memory, because the file is anybody's.
import { maxSheetRows, maxSheetSize } from 'db/contacts/sheet.ts'
import { AppError } from 'db/kit/errors.ts'
import { fileTypeFromBuffer } from 'file-type'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const timeLimitMs = 30_000
const resourceLimits = { maxOldGenerationSizeMb: 512 }
/** .xlsx, and the container of .xls. */
const types = new Set(['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/x-cfb'])

/** The header and the rows below it. @throws AppError ERR_MEDIA_TOO_LARGE, ERR_VALIDATION */
export async function readSheet(file: File): Promise<string[][]> {
  if (file.size > maxSheetSize) throw new AppError('ERR_MEDIA_TOO_LARGE', { limit: maxSheetSize })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !types.has(type.mime)) throw notASheet()
  // One more than is allowed tells that there are more.
  const rows = await readInThread(bytes, maxSheetRows + 2)
  if (rows.length > maxSheetRows + 1) throw new AppError('ERR_VALIDATION', { fields: { file: ['Too many rows'] } })
  if (rows.length < 2) throw notASheet()
  return rows
}

async function readInThread(bytes: Uint8Array, most: number): Promise<string[][]> {
  const worker = new Worker(new URL('sheet-worker.ts', import.meta.url), {
    workerData: { bytes, most },
    resourceLimits,
  })
  try {
    const [rows] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeLimitMs) })) as [string[][]]
    return rows
  } catch {
    throw notASheet()
  } finally {
    await worker.terminate()
  }
}

const notASheet = () =>
  new AppError('ERR_VALIDATION', { fields: { file: ['Not a spreadsheet with a header and rows'] } })
