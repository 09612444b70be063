import { createFileRoute } from '@tanstack/react-router'
import { promptsResource } from '../../../features/prompts/prompts.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/prompts/$id')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'prompts-page:edit'),
  component: () => <EditRow resource={promptsResource} id={Route.useParams().id} />,
})
