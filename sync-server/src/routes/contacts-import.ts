// POST /contacts/import-sheet (multipart: file, mapping?, preview?): imports a spreadsheet and answers the report, or, for a preview, what is in it. The specification's POST /contacts/import is the phone's address book.
import { answerSheet, sheetAnswer, sheetDescription, sheetForm } from '../contacts-import/answer-sheet.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { Hono } from 'hono'
import { takeInContacts } from '../contacts-import/take-in-contacts.ts'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'

const path = '/contacts/import-sheet'

export const contactsImportDocs: RouteDoc[] = [
  {
    method: 'post',
    path,
    summary: 'Import a spreadsheet of contacts',
    description: sheetDescription,
    form: sheetForm,
    status: 200,
    answer: sheetAnswer,
  },
]

export function contactsImportRoutes({ db, reads }: Services) {
  const app = new Hono<Authenticated>()
  app.post(path, async (c) => {
    const actor = c.get('actor')
    if (!hasPermission(actor, 'tickets:work')) throw new AppError('ERR_NO_PERMISSION')
    return c.json(await answerSheet(c, reads, (rows) => takeInContacts(db, actor, rows)))
  })
  return app
}
