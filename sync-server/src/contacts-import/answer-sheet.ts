// A spreadsheet of people, posted as a form: without a mapping it is only looked at, with one it is taken in.
import {
  bareNumbers,
  guessMapping,
  maxSheetSize,
  readRows,
  sheetMapping,
  type ImportReport,
  type SheetContact,
  type SheetPreview,
} from 'db/contacts/sheet.ts'
import { knownNumbers, numberPlaceOf } from 'db/contacts/take-number.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
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

/** `mapping`: JSON {name, number, email}, the column of each. */
export const sheetForm = { file: 'file', mapping: 'text' } as const
export const sheetAnswer = v.union([preview, report])

/** @throws AppError ERR_MEDIA_TOO_LARGE, ERR_VALIDATION */
export async function answerSheet(
  c: Context<Authenticated>,
  { orm }: Database,
  takeIn: (rows: readonly SheetContact[]) => Promise<Pick<ImportReport, 'created' | 'updated'>>,
): Promise<SheetPreview | ImportReport> {
  const { rows: all, mapping } = await receiveForm(c, maxFormSize, async (form) => ({
    rows: await readSheet(await openAsBlob(fileIn(form, 'file').path)),
    mapping: form.texts['mapping']?.[0],
  }))
  const [headers = [], ...rows] = all
  if (mapping === undefined) {
    return { headers, rows: rows.slice(0, previewRows), total: rows.length, guess: guessMapping(headers) }
  }
  const columns = parseArgs(sheetMapping, jsonIn(mapping))
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

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
