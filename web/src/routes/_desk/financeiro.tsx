import { createFileRoute } from '@tanstack/react-router'
import { InvoicesPage } from '../../features/billing/invoices-page.tsx'
import { requirePermission } from '../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/financeiro')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'billing:view'),
  component: InvoicesPage,
})
