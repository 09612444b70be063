import { createFileRoute } from '@tanstack/react-router'
import { announcements } from '../../../features/announcements/announcements.tsx'
import { SuperGuard } from '../../../desk/guards/super-guard.tsx'
import { ResourceScreen } from '../../../resource/screen.tsx'

export const Route = createFileRoute('/_desk/announcements')({
  component: () => (
    <SuperGuard>
      <ResourceScreen resource={announcements} />
    </SuperGuard>
  ),
})
