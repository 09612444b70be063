import { createFileRoute } from '@tanstack/react-router'
import { quickMessages } from '../../../features/quick-messages/quick-messages.tsx'
import { ResourceScreen } from '../../../resource/screen.tsx'

export const Route = createFileRoute('/_desk/quick-messages')({
  component: () => <ResourceScreen resource={quickMessages} />,
})
