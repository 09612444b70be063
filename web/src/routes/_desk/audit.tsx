import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '../../features/audit/audit-page.tsx'
import { requirePermission } from '../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/audit')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'audit:view'),
  component: AuditPage,
})
