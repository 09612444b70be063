import { expect, test } from 'vitest'
import { modelCalls } from '../../prompts/calls-table.ts'
import { newId } from '../../kit/new-id.ts'
import { useTestDatabase } from '../testing/test-file-database.ts'
import { testCompany } from '../testing/test-world.ts'
import { AiError } from './ai-error.ts'
import { costOf, forgetCalls, isOverLimit, noted } from './model-calls.ts'

const db = useTestDatabase()
const none = { answers: 0, cost: 0 }
const limits = { ticketAnswers: 2, dayAnswers: 0, ticketCost: 0, dayCost: 1.5 }

test('limits of 0 are none; one that is reached is over', () => {
  expect(isOverLimit(limits, { ticket: { answers: 1, cost: 99 }, day: { answers: 9, cost: 1.4 } })).toBe(false)
  expect(isOverLimit(limits, { ticket: { answers: 2, cost: 0 }, day: none })).toBe(true)
  expect(isOverLimit(limits, { ticket: none, day: { answers: 0, cost: 1.5 } })).toBe(true)
  expect(costOf({ inputTokens: 500_000, outputTokens: 100_000 }, { inputPrice: 2, outputPrice: 10 })).toBe(2)
})

test('a call is noted whatever came of it, NUL and all, and is gone after fourteen days', async () => {
  const { id: companyId } = await testCompany(db)
  const own = { companyId, promptId: null, ticketId: null, userId: null, purpose: 'trial', model: 'm' } as const
  const call = { ...own, prices: { inputPrice: 0, outputPrice: 0 } }
  await expect(noted(db, call, { text: 'a\0b' }, () => Promise.reject(new AiError('slow')))).rejects.toThrow('slow')
  const tokens = { inputTokens: 1, outputTokens: 1, cost: 0, milliseconds: 1 }
  const old = new Date(Date.now() - 15 * 86_400_000)
  await db.orm.insert(modelCalls).values({ id: newId(), ...own, sent: {}, answered: {}, ...tokens, createdAt: old })
  expect(await forgetCalls(db, new Date())).toBe(1)
  expect(await db.orm.select().from(modelCalls)).toMatchObject([
    { sent: { text: 'ab' }, answered: null, problem: 'slow' },
  ])
})
