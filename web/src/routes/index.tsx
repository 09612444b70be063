import { createFileRoute, redirect } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { actorOf, currentSession, readSession } from '../sync/client.ts'

/** What `/` is for those who may see how the company does: the dashboard, once there is one. */
const dashboard = '/tickets'

export const Route = createFileRoute('/')({
  beforeLoad: async () => {
    const session = currentSession() ?? (await readSession())
    if (!session) throw redirect({ to: '/login', replace: true })
    throw redirect({ to: hasPermission(actorOf(session), 'dashboard:view') ? dashboard : '/tickets', replace: true })
  },
})
