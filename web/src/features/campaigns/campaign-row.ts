import type { CampaignRow as Synced } from 'db/campaigns/queries.ts'

/** As list and form have it. */
export interface CampaignRow extends Omit<Synced, 'scheduledAt'> {
  /** A text in the entries of the outbox. */
  scheduledAt: Date | string | null
}

export const dateOf = (at: Date | string | null): Date | null => (at === null ? null : new Date(at))
