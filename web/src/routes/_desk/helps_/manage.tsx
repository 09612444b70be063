import { createFileRoute } from '@tanstack/react-router'
import { helps } from '../../../features/helps/helps.tsx'
import { requireSuper } from '../../../lib/app/require-permission.ts'
import { ResourceScreen } from '../../../resource/screen.tsx'

export const Route = createFileRoute('/_desk/helps_/manage')({
  beforeLoad: ({ context }) => requireSuper(context.actor),
  component: () => <ResourceScreen resource={helps} />,
})
