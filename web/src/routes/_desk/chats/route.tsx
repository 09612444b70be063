import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { PlanGuard } from '../../../desk/guards/plan-guard.tsx'
import { ChatsPage } from '../../../features/chats/chats-page.tsx'

export const Route = createFileRoute('/_desk/chats')({ component: Chats })

function Chats() {
  const selectedId = useParams({ strict: false, select: ({ chatId }) => chatId })
  return (
    <PlanGuard feature="useInternalChat">
      <ChatsPage selectedId={selectedId}>
        <Outlet />
      </ChatsPage>
    </PlanGuard>
  )
}
