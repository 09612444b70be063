import { createFileRoute } from '@tanstack/react-router'
import { NoTicket } from '../../../features/tickets/no-ticket.tsx'

export const Route = createFileRoute('/_desk/tickets/')({ component: NoTicket })
