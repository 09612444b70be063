// What models were asked and answered, for who may change prompts: their own company's, of a prompt or of a ticket.
import { modelCalls, callPurposes } from 'db/prompts/calls-table.ts'
import { prompts } from 'db/prompts/table.ts'
import { tickets } from 'db/tickets/table.ts'
import { users } from 'db/users/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import type { Database } from 'db/node/connect.ts'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { instant, nullableText, uuid } from '../http/openapi/answer-schema.ts'
import { endOfPage, pageOf, pageQuery } from '../http/page.ts'

export const callQuery = v.object({ ...pageQuery, promptId: v.optional(idArg), ticketId: v.optional(idArg) })

export const callAnswer = v.object({
  id: uuid,
  promptId: v.nullable(uuid),
  prompt: nullableText,
  ticketId: v.nullable(uuid),
  ticketNumber: v.nullable(v.number()),
  user: nullableText,
  purpose: v.picklist(callPurposes),
  model: v.string(),
  sent: v.unknown(),
  answered: v.unknown(),
  problem: nullableText,
  inputTokens: v.number(),
  outputTokens: v.number(),
  cost: v.number(),
  milliseconds: v.number(),
  createdAt: instant,
})

export async function listCalls({ orm }: Database, actor: UserActor, input: unknown) {
  const query = parseArgs(callQuery, input)
  const page = pageOf(query, { key: modelCalls.createdAt, id: modelCalls.id, direction: 'desc' })
  const rows = await orm
    .select({ call: modelCalls, prompt: prompts.name, ticketNumber: tickets.number, user: users.name })
    .from(modelCalls)
    .leftJoin(prompts, eq(prompts.id, modelCalls.promptId))
    .leftJoin(tickets, eq(tickets.id, modelCalls.ticketId))
    .leftJoin(users, eq(users.id, modelCalls.userId))
    .where(
      and(
        eq(modelCalls.companyId, actor.companyId),
        query.promptId ? eq(modelCalls.promptId, query.promptId) : undefined,
        query.ticketId ? eq(modelCalls.ticketId, query.ticketId) : undefined,
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.limit)
    .offset(page.offset)
  const { records, ...rest } = endOfPage(page, rows, ({ call }) => [call.createdAt, call.id])
  const calls = records.map(({ call: { companyId: _companyId, userId: _userId, ...call }, ...beside }) => ({
    ...call,
    ...beside,
  }))
  return { calls, ...rest }
}
