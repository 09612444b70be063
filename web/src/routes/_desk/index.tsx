import { createFileRoute, redirect } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'
import { periodSearch } from '../../features/dashboard/period.ts'

/** For those who may see how the company does; everybody else works with tickets. */
export const Route = createFileRoute('/_desk/')({
  validateSearch: periodSearch,
  beforeLoad: ({ context }) => {
    if (!hasPermission(context.actor, 'dashboard:view')) throw redirect({ to: '/tickets', replace: true })
  },
  component: function Dashboard() {
    return <DashboardPage search={Route.useSearch()} />
  },
})
