import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { isInGoodStanding } from './rules.ts'
import { inGoodStanding, isOverdue } from './standing.ts'
import { companies } from './table.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const db = useTestDatabase()
let company: TestCompany
beforeAll(async () => {
  company = await testCompany(db)
})

const now = new Date('2026-11-20T15:00:00Z')
const hour = 3_600_000
const standing = fc.record({
  status: fc.boolean(),
  operator: fc.boolean(),
  dueDate: fc.integer({ min: -72, max: 24 }).map((hours) => new Date(now.getTime() + hours * hour)),
})

test('rows decide as the rule does, to the hour of the last day of grace', () =>
  fc.assert(
    fc.asyncProperty(standing, fc.constantFrom(0, 1, 2.5), async (of, graceDays) => {
      const own = eq(companies.id, company.id)
      await db.orm.update(companies).set(of).where(own)
      const clock = { now, graceDays }
      const [row] = await db.orm
        .select({ works: inGoodStanding(clock) })
        .from(companies)
        .where(own)
      expect(row).toEqual({ works: isInGoodStanding(of, now, graceDays) })
      const ctx = systemContext(company.id, noEffects, clock)
      expect(await db.orm.transaction((tx) => isOverdue(tx, ctx))).toBe(!row?.works)
    }),
    { numRuns: 60 },
  ))
