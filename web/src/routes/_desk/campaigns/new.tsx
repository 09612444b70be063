import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { NewCampaign } from '../../../features/campaigns/new-campaign.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/campaigns/new')({
  /** Another like it. */
  validateSearch: v.object({ copy: v.optional(v.pipe(v.string(), v.uuid())) }),
  beforeLoad: ({ context }) => requirePermission(context.actor, 'campaigns-page:edit'),
  component: () => <NewCampaign copy={Route.useSearch().copy ?? null} />,
})
