import { hasPermission } from 'db/kit/permissions.ts'
import * as v from 'valibot'
import { actorOf, authorizedFetch, currentSession } from '../../sync/session-client.ts'

const profile = v.object({ overdue: v.boolean() })

/** Where who logged in goes on: who runs an overdue company to its bills, all else is closed to them. Null: where they wanted to. */
export async function landing(): Promise<'/financeiro' | null> {
  const session = currentSession()
  if (!session || !hasPermission(actorOf(session), 'billing:view')) return null
  if (new Date(session.user.company.dueDate) > new Date()) return null
  const response = await authorizedFetch('/api/subscription').catch(() => undefined)
  const answer = v.safeParse(profile, await response?.json().catch(() => undefined))
  return answer.success && answer.output.overdue ? '/financeiro' : null
}
