// Bytes that bodies keep in memory at the same time, limited per person, per company and in all.
import { createCounts } from './counts.ts'
import type { Asker } from './fair-gate.ts'

export interface BudgetLimits {
  ofUser: number
  ofCompany: number
  /** Beyond it a company still has an equal share: others that hold much take nobody's place. */
  inAll: number
}

export interface ByteBudget {
  hold(asker: Asker): ByteHolding
}

export interface ByteHolding {
  /** False when it would be too much; then nothing was added. */
  add(bytes: number): boolean
  /** Gives back all that was added. */
  release(): void
}

export function createByteBudget(limits: BudgetLimits): ByteBudget {
  const users = createCounts()
  const companies = createCounts()
  let inAll = 0
  return {
    hold({ userId, companyId }) {
      let own = 0
      const change = (bytes: number) => {
        users.add(userId, bytes)
        companies.add(companyId, bytes)
        inAll += bytes
        own += bytes
      }
      return {
        add(bytes) {
          const ofCompany = companies.of(companyId) + bytes
          const isShare = ofCompany <= limits.inAll / (companies.size() + 1)
          if (users.of(userId) + bytes > limits.ofUser || ofCompany > limits.ofCompany) return false
          if (inAll + bytes > limits.inAll && !isShare) return false
          change(bytes)
          return true
        },
        release: () => change(-own),
      }
    },
  }
}
