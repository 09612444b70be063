import { createFileRoute } from '@tanstack/react-router'
import { quickMessageColumns } from 'db/quick-messages/mutations.ts'
import * as v from 'valibot'
import { quickMessages } from '../../../features/quick-messages/quick-messages.tsx'
import { NewRow } from '../../../resource/edit-row.tsx'

/** What was typed behind the `/`. */
const search = v.object({ shortcode: v.optional(v.fallback(v.string(), ''), '') })

export const Route = createFileRoute('/_desk/tickets/$ticketId/quick-message')({
  validateSearch: search,
  component: Add,
})

/** Over the conversation in which it was missed. */
function Add() {
  const { ticketId } = Route.useParams()
  const { shortcode } = Route.useSearch()
  const navigate = Route.useNavigate()
  const close = () => void navigate({ to: '/tickets/$ticketId', params: { ticketId }, replace: true })
  const typed = v.parse(v.fallback(quickMessageColumns.shortcode, ''), shortcode)
  return <NewRow resource={quickMessages} values={{ shortcode: typed }} onClosed={close} />
}
