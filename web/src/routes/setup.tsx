import { createFileRoute, redirect } from '@tanstack/react-router'
import { SetupPage } from '../features/session/setup-page.tsx'
import { currentSession, readSession } from '../sync/session-client.ts'

export const Route = createFileRoute('/setup')({
  beforeLoad: async () => {
    if (currentSession() ?? (await readSession())) throw redirect({ to: '/', replace: true })
  },
  component: Setup,
})

function Setup() {
  const navigate = Route.useNavigate()
  return <SetupPage onDone={() => void navigate({ to: '/login', replace: true })} />
}
