// GET /audit: who did what in the company, for its admins; newest first. Nothing writes or deletes here: entries are made by what they are about.
import { auditActions } from 'db/audit/rules.ts'
import { auditEntries } from 'db/audit/table.ts'
import { instantArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { and, eq, getTableColumns, gte, ilike, lt, or } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { instant, nullableText, pageAnswer, uuid } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { endOfPage, filled, pageOf, windowQuery } from '../http/page.ts'

const query = v.object({
  ...windowQuery,
  action: v.optional(v.picklist(auditActions)),
  /** Part of the name of who did it or of what it was done to, or an address. */
  searchParam: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  from: v.optional(instantArg),
  until: v.optional(instantArg),
})

const entryAnswer = v.object({
  id: uuid,
  userId: v.nullable(uuid),
  userName: v.string(),
  action: v.string(),
  subjectId: v.nullable(uuid),
  subjectName: v.string(),
  address: nullableText,
  details: v.looseObject({}),
  createdAt: instant,
})

export const auditDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/audit',
    summary: 'Who did what in the last two years, for admins',
    query,
    status: 200,
    answer: pageAnswer('entries', entryAnswer),
  },
]

export function auditRoutes({ reads }: Services) {
  return new Hono<Authenticated>().get('/audit', async (c) => {
    const actor = c.get('actor')
    if (!hasPermission(actor, 'audit:view')) throw new AppError('ERR_NO_PERMISSION')
    const asked = parseArgs(query, filled(c.req.query()))
    const { companyId: _company, ...columns } = getTableColumns(auditEntries)
    const page = pageOf(asked, { key: auditEntries.createdAt, id: auditEntries.id, direction: 'desc' })
    const word = asked.searchParam ? `%${asked.searchParam.replaceAll(/[%_\\]/g, String.raw`\$&`)}%` : null
    const rows = await reads.orm
      .select(columns)
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.companyId, actor.companyId),
          asked.action && eq(auditEntries.action, asked.action),
          asked.from && gte(auditEntries.createdAt, asked.from),
          asked.until && lt(auditEntries.createdAt, asked.until),
          word === null
            ? undefined
            : or(
                ilike(auditEntries.userName, word),
                ilike(auditEntries.subjectName, word),
                ilike(auditEntries.address, word),
              ),
          page.after,
        ),
      )
      .orderBy(...page.orderBy)
      .limit(page.limit)
      .offset(page.offset)
    const { records, ...rest } = endOfPage(page, rows, (row) => [row.createdAt, row.id])
    return c.json({ entries: records, ...rest })
  })
}
