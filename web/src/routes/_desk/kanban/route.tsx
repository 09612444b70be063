import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { KanbanPage } from '../../../features/kanban/kanban-page.tsx'
import { PlanGuard } from '../../../desk/guards/plan-guard.tsx'

export const Route = createFileRoute('/_desk/kanban')({ component: Kanban })

function Kanban() {
  const openId = useParams({ strict: false, select: ({ ticketId }) => ticketId })
  return (
    <PlanGuard feature="useKanban">
      <KanbanPage openId={openId}>
        <Outlet />
      </KanbanPage>
    </PlanGuard>
  )
}
