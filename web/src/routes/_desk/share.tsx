import { createFileRoute } from '@tanstack/react-router'
import { SharePage } from '../../features/share/share-page.tsx'
import { readShared } from '../../share-target.ts'

export const Route = createFileRoute('/_desk/share')({
  loader: ({ context }) => readShared(context.actor.userId),
  // Another share may have come since.
  staleTime: 0,
  gcTime: 0,
  component: Share,
})

function Share() {
  return <SharePage shared={Route.useLoaderData()} />
}
