import { createFileRoute, redirect } from '@tanstack/react-router'
import { ForgottenPage } from '../features/session/links/forgotten-page.tsx'
import { currentSession, readSession } from '../sync/session-client.ts'

export const Route = createFileRoute('/forgotten')({
  beforeLoad: async () => {
    if (currentSession() ?? (await readSession())) throw redirect({ to: '/', replace: true })
  },
  component: ForgottenPage,
})
