import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordPage } from '../features/session/links/new-password-page.tsx'

export const Route = createFileRoute('/invitation')({ component: Invitation })

function Invitation() {
  const navigate = Route.useNavigate()
  // In place of the address with the token, which is used up.
  return (
    <NewPasswordPage
      kind="invitation"
      onDone={(email) => void navigate({ to: '/login', state: { renewed: email }, replace: true })}
    />
  )
}
