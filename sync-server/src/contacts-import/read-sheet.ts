// A spreadsheet as rows of text, read in a process of its own with limits on time and memory, because the file is anybody's.
import { maxSheetRows, maxSheetSize } from 'db/contacts/sheet.ts'
import { AppError } from 'db/kit/errors.ts'
import { fileTypeFromBuffer } from 'file-type'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const timeLimitMs = 30_000
const maxHeapMb = 400
/** Bytes of its answer. */
const maxAnswer = 16 * 1024 * 1024
const program = fileURLToPath(new URL('sheet-process.ts', import.meta.url))
/** .xlsx, and the container of .xls. */
const types = new Set(['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/x-cfb'])

/** The header and the rows below it. @throws AppError ERR_MEDIA_TOO_LARGE, ERR_VALIDATION */
export async function readSheet(file: Blob): Promise<string[][]> {
  if (file.size > maxSheetSize) throw new AppError('ERR_MEDIA_TOO_LARGE', { limit: maxSheetSize })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !types.has(type.mime)) throw notASheet()
  // One more than is allowed tells that there are more.
  const rows = await readApart(bytes, maxSheetRows + 2)
  if (rows.length > maxSheetRows + 1) throw new AppError('ERR_VALIDATION', { fields: { file: ['Too many rows'] } })
  if (rows.length < 2) throw notASheet()
  return rows
}

async function readApart(bytes: Uint8Array, most: number): Promise<string[][]> {
  const child = spawn(process.execPath, [`--max-old-space-size=${maxHeapMb}`, program, String(most)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    // None of ours: it has no business with secrets.
    env: {},
  })
  const closed = once(child, 'close')
  // It may end before it has read everything.
  child.stdin.on('error', () => {}).end(bytes)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of child.stdout) {
    size += part.length
    if (size > maxAnswer) child.kill('SIGKILL')
    else parts.push(part)
  }
  const [code] = await closed
  if (code !== 0) throw notASheet()
  return JSON.parse(Buffer.concat(parts).toString())
}

const notASheet = () =>
  new AppError('ERR_VALIDATION', { fields: { file: ['Not a spreadsheet with a header and rows'] } })
