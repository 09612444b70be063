// Who said stop, with when and by which words: listed for those who see campaigns, taken back by those who edit them.
import { optOuts } from 'db/campaigns/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { users } from 'db/users/table.ts'
import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { uuid } from '../http/openapi/answer-schema.ts'
import { personLike } from '../http/person-like.ts'
import { endOfPage, pageOf, windowQuery } from '../http/page.ts'
import type { Reader } from './report.ts'

export const optOutQuery = v.object({
  ...windowQuery,
  searchParam: v.optional(v.pipe(v.string(), v.maxLength(200))),
})

export const optOutAnswer = v.object({
  id: uuid,
  name: v.string(),
  number: v.nullable(v.string()),
  contactId: v.nullable(uuid),
  campaignId: v.nullable(uuid),
  campaignName: v.string(),
  body: v.string(),
  createdAt: v.date(),
  revokedAt: v.nullable(v.date()),
  revokedByName: v.nullable(v.string()),
  revokeReason: v.nullable(v.string()),
})

export const takeBackBody = v.object({ reason: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(500)) })

export async function listOptOuts(reader: Reader, actor: UserActor, input: unknown) {
  if (!hasPermission(actor, 'campaigns-page:view')) throw new AppError('ERR_NOT_FOUND')
  const asked = parseArgs(optOutQuery, input)
  const { name, number, createdAt } = optOuts
  const own = and(eq(optOuts.companyId, actor.companyId), personLike(asked.searchParam, { texts: [name], number }))
  const page = pageOf(asked, { key: createdAt, id: optOuts.id, direction: 'desc' })
  const [rows, [total]] = await Promise.all([
    reader
      .select({
        id: optOuts.id,
        name,
        number,
        contactId: optOuts.contactId,
        campaignId: optOuts.campaignId,
        campaignName: optOuts.campaignName,
        body: optOuts.body,
        createdAt,
        revokedAt: optOuts.revokedAt,
        revokedByName: users.name,
        revokeReason: optOuts.revokeReason,
      })
      .from(optOuts)
      .leftJoin(users, eq(users.id, optOuts.revokedBy))
      .where(and(own, page.after))
      .orderBy(...page.orderBy)
      .limit(page.limit)
      .offset(page.offset),
    reader
      .select({ count: sql<number>`count(*)::int` })
      .from(optOuts)
      .where(own),
  ])
  const { records, ...rest } = endOfPage(page, rows, (row) => [row.createdAt, row.id])
  return { optOuts: records, ...rest, count: total?.count ?? 0 }
}
