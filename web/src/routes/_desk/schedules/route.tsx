import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { idParam } from '../../../lib/app/id-param.ts'
import { schedules } from '../../../features/schedules/schedules.tsx'
import { PlanGuard } from '../../../desk/guards/plan-guard.tsx'
import { ResourceScreen } from '../../../resource/screen.tsx'

/** `contactId`: the dialog for a new one is open, for this contact. */
const search = v.object({ contactId: idParam })

export const Route = createFileRoute('/_desk/schedules')({ validateSearch: search, component: List })

function List() {
  return (
    <PlanGuard feature="useSchedules">
      <ResourceScreen resource={schedules} />
    </PlanGuard>
  )
}
