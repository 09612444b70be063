import { createFileRoute } from '@tanstack/react-router'
import { SubscriptionPage } from '../../features/billing/subscription-page.tsx'
import { requirePermission } from '../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/subscription')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'billing:view'),
  component: SubscriptionPage,
})
