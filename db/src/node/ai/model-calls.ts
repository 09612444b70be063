// What a model was asked and answered becomes a row, whatever came of it; and what limits count of those rows.
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { newId } from '../../kit/new-id.ts'
import { callsAreKept, modelCalls, type CallPurpose } from '../../prompts/calls-table.ts'
import type { Prompt } from '../../prompts/table.ts'
import type { Database } from '../connect.ts'
import { AiError } from './ai-error.ts'
import type { Usage } from './chat.ts'

export interface CallOf {
  companyId: string
  /** Null of one that is tried before it is saved. */
  promptId: string | null
  ticketId: string | null
  userId: string | null
  purpose: CallPurpose
  model: string
  prices: Pick<Prompt, 'inputPrice' | 'outputPrice'>
}

/** Runs `call` and notes what came of it. Rejects as it does. */
export async function noted<T>(
  { orm }: Database,
  of: CallOf,
  sent: unknown,
  call: () => Promise<{ result: T; answered: unknown; usage: Usage }>,
): Promise<T> {
  const began = performance.now()
  const note = ({ answered, problem, usage }: { answered: unknown; problem: string | null; usage: Usage }) => {
    const { prices, ...row } = of
    const milliseconds = Math.round(performance.now() - began)
    const values = { id: newId(), ...row, sent: fit(sent), answered: fit(answered), problem, ...usage, milliseconds }
    return orm.insert(modelCalls).values({ ...values, cost: costOf(usage, prices), createdAt: new Date() })
  }
  try {
    const { result, answered, usage } = await call()
    await note({ answered, problem: null, usage })
    return result
  } catch (error) {
    const problem = error instanceof AiError ? error.problem : 'failed'
    await note({ answered: null, problem, usage: { inputTokens: 0, outputTokens: 0 } })
    throw error
  }
}

export const costOf = ({ inputTokens, outputTokens }: Usage, { inputPrice, outputPrice }: CallOf['prices']) =>
  (inputTokens * inputPrice + outputTokens * outputPrice) / 1_000_000

/** JSON that Postgres takes. */
const fit = (value: unknown): unknown =>
  value === null || value === undefined
    ? null
    : (JSON.parse(JSON.stringify(value).replaceAll(/\\u0000/g, '')) as unknown)

interface Spent {
  answers: number
  cost: number
}

/** In the ticket since it was opened, and by the prompt within a day. */
export async function spentBy({ orm }: Database, promptId: string, ticketId: string, now: Date) {
  const sums = {
    answers: sql<number>`count(*) filter (where ${modelCalls.purpose} = 'answer')::int`,
    cost: sql<number>`coalesce(sum(${modelCalls.cost}), 0)::float8`,
  }
  const opened = sql`(select max(started_at) from ticket_cycles where ticket_id = ${ticketId})`
  const ofTicket = and(
    eq(modelCalls.ticketId, ticketId),
    eq(modelCalls.promptId, promptId),
    sql`${modelCalls.createdAt} >= coalesce(${opened}, '-infinity')`,
  )
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const ofDay = and(eq(modelCalls.promptId, promptId), gte(modelCalls.createdAt, dayAgo))
  const [[ticket], [day]] = await Promise.all([
    orm.select(sums).from(modelCalls).where(ofTicket),
    orm.select(sums).from(modelCalls).where(ofDay),
  ])
  return { ticket: ticket ?? nothing, day: day ?? nothing }
}

const nothing: Spent = { answers: 0, cost: 0 }

export function isOverLimit(
  prompt: Pick<Prompt, 'ticketAnswers' | 'dayAnswers' | 'ticketCost' | 'dayCost'>,
  spent: { ticket: Spent; day: Spent },
): boolean {
  const isOver = (limit: number, value: number) => limit > 0 && value >= limit
  return (
    isOver(prompt.ticketAnswers, spent.ticket.answers) ||
    isOver(prompt.dayAnswers, spent.day.answers) ||
    isOver(prompt.ticketCost, spent.ticket.cost) ||
    isOver(prompt.dayCost, spent.day.cost)
  )
}

/** Resolves with how many were too old. */
export async function forgetCalls({ orm }: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - callsAreKept * 86_400_000)
  const gone = await orm.delete(modelCalls).where(lt(modelCalls.createdAt, before)).returning({ id: modelCalls.id })
  return gone.length
}
