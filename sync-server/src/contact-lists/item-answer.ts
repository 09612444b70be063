// A person of a contact list as REST shows them.
import { contactListItems } from 'db/contact-lists/table.ts'
import { getTableColumns } from 'drizzle-orm'
import * as v from 'valibot'
import { columnEntries } from '../http/openapi/answer-schema.ts'

export const itemAnswer = v.object(columnEntries(contactListItems, (_, key) => key !== 'numberKey'))

const { numberKey: _own, ...shown } = getTableColumns(contactListItems)
export const itemColumnsShown = shown
