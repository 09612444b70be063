// The columns that say how a connection is linked, as they are when a person opens it or takes it down. Pure.
import type { MutationContext } from '../kit/define-mutation.ts'
import type { connections } from './table.ts'

export type ConnectionChange = Partial<typeof connections.$inferInsert>

const notLinking = {
  qrcode: null,
  qrCount: 0,
  pairingCode: null,
  retryAt: null,
  retries: 0,
} satisfies ConnectionChange

export const opening = ({ now }: MutationContext): ConnectionChange => ({
  ...notLinking,
  status: 'OPENING',
  statusReason: null,
  statusAt: now,
  updatedAt: now,
})

export const down = ({ now }: MutationContext): ConnectionChange => ({
  ...notLinking,
  pairingNumber: null,
  relink: false,
  status: 'DISCONNECTED',
  statusReason: 'disconnected',
  statusAt: now,
  updatedAt: now,
})
