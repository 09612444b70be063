import { createFileRoute, Navigate } from '@tanstack/react-router'

export const Route = createFileRoute('/_desk/schedules/')({ component: OfContact })

/** `?contactId=` opens the form of a new one, for this contact. */
function OfContact() {
  const { contactId } = Route.useSearch()
  return contactId !== undefined && <Navigate to="/schedules/new" search={{ contactId }} replace />
}
