// POST /contacts/import-sheet (multipart: file, mapping?): without a mapping it answers what is in the spreadsheet and which column seems to be what;
// with one it imports and answers the report. The specification's POST /contacts/import is the phone's address book.
import {
  guessMapping,
  maxSheetSize,
  readRows,
  sheetMapping,
  type ImportReport,
  type SheetPreview,
} from 'db/contacts/sheet.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { Hono } from 'hono'
import { openAsBlob } from 'node:fs'
import * as v from 'valibot'
import { readSheet } from '../contacts-import/read-sheet.ts'
import { takeInContacts } from '../contacts-import/take-in-contacts.ts'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { receiveForm } from '../media/receive-form.ts'
import { fileIn } from '../media/received-file.ts'

const path = '/contacts/import-sheet'
const previewRows = 5
/** Bytes; with what is around the file. */
const maxFormSize = maxSheetSize + 1024 * 1024
/** A report is read by people. */
const mostInvalid = 1000

const column = v.nullable(v.number())
const previewAnswer = v.object({
  headers: v.array(v.string()),
  rows: v.array(v.array(v.string())),
  total: v.number(),
  guess: v.object({ name: column, number: column, email: column }),
})
const reportAnswer = v.object({
  created: v.number(),
  updated: v.number(),
  invalid: v.array(v.object({ row: v.number(), problem: v.string(), text: v.string() })),
})

export const contactsImportDocs: RouteDoc[] = [
  {
    method: 'post',
    path,
    summary: 'Import a spreadsheet of contacts',
    description:
      '.xls or .xlsx. `mapping` says which column is what, as JSON {name, number, email}; without it a preview is answered.',
    form: { file: 'file', mapping: 'text' },
    status: 200,
    answer: v.union([previewAnswer, reportAnswer]),
  },
]

export function contactsImportRoutes({ db }: Services) {
  const app = new Hono<Authenticated>()
  app.post(path, async (c) => {
    const actor = c.get('actor')
    if (!hasPermission(actor, 'tickets:work')) throw new AppError('ERR_NO_PERMISSION')
    const { rows: all, mapping } = await receiveForm(c, maxFormSize, async (form) => ({
      rows: await readSheet(await openAsBlob(fileIn(form, 'file').path)),
      mapping: form.texts['mapping']?.[0],
    }))
    const [headers = [], ...rows] = all
    if (mapping === undefined) {
      const preview: SheetPreview = {
        headers,
        rows: rows.slice(0, previewRows),
        total: rows.length,
        guess: guessMapping(headers),
      }
      return c.json(preview)
    }
    const { good, invalid } = readRows(rows, parseArgs(sheetMapping, jsonIn(mapping)))
    const report: ImportReport = { ...(await takeInContacts(db, actor, good)), invalid: invalid.slice(0, mostInvalid) }
    return c.json(report)
  })
  return app
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
