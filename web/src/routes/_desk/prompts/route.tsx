import { createFileRoute } from '@tanstack/react-router'
import { PlanGuard } from '../../../desk/guards/plan-guard.tsx'
import { promptsResource } from '../../../features/prompts/prompts.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { ResourceScreen } from '../../../resource/screen.tsx'

export const Route = createFileRoute('/_desk/prompts')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'prompts-page:view'),
  component: List,
})

function List() {
  return (
    <PlanGuard feature="useOpenAi">
      <ResourceScreen resource={promptsResource} />
    </PlanGuard>
  )
}
