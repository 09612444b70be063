import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { requirePermission } from '../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/settings')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'settings-page:view'),
  component: SettingsPage,
})
