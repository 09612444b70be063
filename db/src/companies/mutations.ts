// What a company's admins set of the company itself: its clock, its opening hours, and how long closed tickets stay on devices. Each change names
// its field, so that two people who change different ones don't undo each other. Due date, plan and status are never among them.
import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { openingHours } from '../bot/opening-hours.ts'
import { changesOf, valuesToWrite } from '../kit/crud.ts'
import { idArg } from '../kit/args.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { companies, syncedCompanies } from './table.ts'
import { timeZone } from './time-zone.ts'

export const companyColumns = {
  hours: v.nullable(openingHours),
  archiveAfterDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)),
  timeZone,
}

export const updateCompany = defineMutation({
  name: 'company.update',
  refusal: 'edit',
  args: v.strictObject({ id: idArg, changes: changesOf(companyColumns) }),
  can: (actor) => hasPermission(actor, 'settings-page:edit'),
  async run(tx, { id, changes }, ctx) {
    const before = await mustFind(tx, ctx, syncedCompanies, id, 'ERR_NOT_FOUND')
    if (changes.timeZone) await assertKnownZone(tx, ctx, changes.timeZone.to)
    await tx
      .update(companies)
      .set({ ...valuesToWrite(before, changes, ctx), updatedAt: ctx.now })
      .where(eq(companies.id, id))
  },
})

/** A browser may be newer than the database. @throws AppError ERR_VALIDATION */
async function assertKnownZone(tx: Tx, { side, actor }: MutationContext, name: string) {
  if (side === 'client') return
  const known = sql<boolean>`is_time_zone(${name})`
  const [row] = await tx.select({ known }).from(companies).where(eq(companies.id, actor.companyId))
  if (!row?.known) throw new AppError('ERR_VALIDATION', { fields: { timeZone: ['Invalid'] } })
}
