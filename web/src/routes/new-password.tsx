import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordPage } from '../features/session/links/new-password-page.tsx'

/** Also for who is logged in here: the link says whose password it is. */
export const Route = createFileRoute('/new-password')({ component: NewPassword })

function NewPassword() {
  const navigate = Route.useNavigate()
  // In place of the address with the token, which is used up.
  return (
    <NewPasswordPage
      kind="password"
      onDone={(email) => void navigate({ to: '/login', state: { renewed: email }, replace: true })}
    />
  )
}
