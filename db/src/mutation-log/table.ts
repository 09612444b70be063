import { eq } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant } from '../kit/columns.ts'
import { all, defineTable, nothing } from '../kit/define-table.ts'

/** Ids of mutations that took effect, written in their own transaction: the idempotency key, and what confirms an outbox entry when it syncs back. */
export const appliedMutations = pgTable('applied_mutations', {
  id: id(),
  companyId: companyId(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull(),
  appliedAt: instant('applied_at').notNull(),
})

export const syncedAppliedMutations = defineTable(appliedMutations, {
  scope: (actor) =>
    actor.kind === 'user'
      ? all(eq(appliedMutations.companyId, actor.companyId), eq(appliedMutations.userId, actor.userId))
      : nothing,
  log: 'changes',
})
