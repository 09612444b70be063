import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { idParam } from '../../../lib/app/id-param.ts'
import { schedules } from '../../../features/schedules/schedules.tsx'
import { PlanGuard } from '../../../desk/guards/plan-guard.tsx'
import { NewRow } from '../../../resource/edit-row.tsx'

/** For whom: the ticket's contact. */
const search = v.object({ contactId: idParam })

export const Route = createFileRoute('/_desk/tickets/$ticketId/schedule')({ validateSearch: search, component: Add })

function Add() {
  const { ticketId } = Route.useParams()
  const { contactId } = Route.useSearch()
  const navigate = Route.useNavigate()
  const close = () => void navigate({ to: '/tickets/$ticketId', params: { ticketId }, replace: true })
  return (
    <PlanGuard feature="useSchedules">
      <NewRow resource={schedules} {...(contactId && { values: { contactId } })} onClosed={close} />
    </PlanGuard>
  )
}
