// The server reads the spreadsheet, once to look and once to import.
import type { ImportReport, SheetField, SheetMapping, SheetPreview } from 'db/contacts/sheet.ts'
import { AppError, isErrorCode } from 'db/kit/errors.ts'
import { authorizedFetch } from '../../sync/session-client.ts'

export type Guess = Record<SheetField, number | null>

/** @throws AppError; TypeError when the server can't be reached */
export const previewSheet = async (path: string, file: File) => (await send(path, file)) as SheetPreview

/** @throws as `previewSheet` */
export const importSheet = async (path: string, file: File, mapping: SheetMapping) =>
  (await send(path, file, mapping)) as ImportReport

async function send(path: string, file: File, mapping?: SheetMapping): Promise<unknown> {
  const body = new FormData()
  body.set('file', file)
  if (mapping) body.set('mapping', JSON.stringify(mapping))
  else body.set('preview', 'true')
  const response = await authorizedFetch(`/api${path}`, { method: 'POST', body })
  const answer = (await response.json().catch(() => ({}))) as { error?: unknown }
  if (response.ok) return answer
  throw new AppError(isErrorCode(answer.error) ? answer.error : 'ERR_INTERNAL')
}

/** Null while a column is missing that every contact needs. */
export function mappingOf({ name, number, email }: Guess): SheetMapping | null {
  return name === null || number === null ? null : { name, number, email }
}
