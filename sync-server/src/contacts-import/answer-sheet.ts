// A spreadsheet of people, posted as a form: it is taken in, by the columns that `mapping` names or their headers do; with `preview` it is only
// looked at.
import {
  bareNumbers,
  guessMapping,
  maxSheetSize,
  readRows,
  sheetMapping,
  type ImportReport,
  type SheetContact,
  type SheetField,
  type SheetMapping,
  type SheetPreview,
} from 'db/contacts/sheet.ts'
import { knownNumbers, numberPlaceOf } from 'db/contacts/take-number.ts'
import { clientHeader } from 'db/kit/client-protocol.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import type { Database } from 'db/node/connect.ts'
import type { Context } from 'hono'
import { openAsBlob } from 'node:fs'
import * as v from 'valibot'
import type { Authenticated } from '../http/context.ts'
import { receiveForm } from '../media/receive-form.ts'
import { fileIn } from '../media/received-file.ts'
import { readSheet } from './read-sheet.ts'

const previewRows = 5
/** Bytes; with what is around the file. */
const maxFormSize = maxSheetSize + 1024 * 1024
/** A report is read by people. */
const mostInvalid = 1000

const column = v.nullable(v.number())
const preview = v.object({
  headers: v.array(v.string()),
  rows: v.array(v.array(v.string())),
  total: v.number(),
  guess: v.object({ name: column, number: column, email: column }),
})
const rowProblem = v.object({ row: v.number(), problem: v.string(), text: v.string() })
const report = v.object({
  created: v.number(),
  updated: v.number(),
  invalid: v.array(rowProblem),
  /** Taken in without the e-mail that is none. */
  withoutEmail: v.optional(v.array(rowProblem)),
})

/** `mapping`: JSON {name, number, email}, the column of each; `preview`: 'true' or '1'. */
export const sheetForm = { file: 'file', mapping: 'text', preview: 'text' } as const
export const sheetDescription =
  '.xls or .xlsx. `mapping` says which column is what, as JSON {name, number, email}, counted from 0; without it the headers say it. With `preview=true` nothing is taken in: headers, first rows and the guessed columns are answered.'
export const sheetAnswer = v.union([preview, report])

/** @throws AppError ERR_MEDIA_TOO_LARGE, ERR_VALIDATION */
export async function answerSheet(
  c: Context<Authenticated>,
  { orm }: Database,
  takeIn: (rows: readonly SheetContact[]) => Promise<Pick<ImportReport, 'created' | 'updated'>>,
): Promise<SheetPreview | ImportReport> {
  const {
    rows: all,
    mapping,
    preview: asked,
  } = await receiveForm(c, maxFormSize, async (form) => ({
    rows: await readSheet(await openAsBlob(fileIn(form, 'file').path)),
    mapping: form.texts['mapping']?.[0] || undefined,
    preview: form.texts['preview']?.[0],
  }))
  const [headers = [], ...rows] = all
  const guess = guessMapping(headers)
  // Apps from before `preview` looked at a sheet by naming no columns.
  const isOfApp = mapping === undefined && c.req.header(clientHeader) !== undefined
  if (isOfApp || asked === 'true' || asked === '1')
    return { headers, rows: rows.slice(0, previewRows), total: rows.length, guess }
  const columns = mapping === undefined ? guessed(guess) : parseArgs(sheetMapping, jsonIn(mapping))
  const { companyId } = c.get('actor')
  const place = await numberPlaceOf(orm, companyId)
  const known = await knownNumbers(orm, companyId, bareNumbers(rows, columns))
  const { good, invalid, withoutEmail } = readRows(rows, columns, { place, known })
  const told = {
    invalid: invalid.slice(0, mostInvalid),
    ...(withoutEmail.length > 0 && { withoutEmail: withoutEmail.slice(0, mostInvalid) }),
  }
  return { ...(await takeIn(good)), ...told }
}

/** @throws AppError ERR_VALIDATION when a column that every contact needs has no header that tells */
function guessed(guess: Record<SheetField, number | null>): SheetMapping {
  const { name, number, email } = guess
  if (name === null || number === null) throw new AppError('ERR_VALIDATION', { fields: { mapping: ['Required'] } })
  return { name, number, email }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
