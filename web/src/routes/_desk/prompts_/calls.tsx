import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { PlanGuard } from '../../../desk/guards/plan-guard.tsx'
import { CallsPage } from '../../../features/prompts/calls-page.tsx'
import { idParam } from '../../../lib/app/id-param.ts'
import { requirePermission } from '../../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/prompts_/calls')({
  /** Of one prompt alone. */
  validateSearch: v.object({ promptId: idParam }),
  beforeLoad: ({ context }) => requirePermission(context.actor, 'prompts-page:edit'),
  component: Calls,
})

function Calls() {
  const { promptId } = Route.useSearch()
  return (
    <PlanGuard feature="useOpenAi">
      <CallsPage promptId={promptId ?? null} />
    </PlanGuard>
  )
}
