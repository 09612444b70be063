import { createFileRoute } from '@tanstack/react-router'
import { announcements } from '../../../features/announcements/announcements.tsx'
import { NewRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/announcements/new')({
  component: () => <NewRow resource={announcements} />,
})
