import { createFileRoute } from '@tanstack/react-router'
import { ConfirmPage } from '../features/session/links/confirm-page.tsx'

/** Also for who is logged in here: the link opens another company. */
export const Route = createFileRoute('/confirm')({ component: Confirm })

function Confirm() {
  const navigate = Route.useNavigate()
  // In place of the address with the token, which is used up.
  return <ConfirmPage onDone={(email) => void navigate({ to: '/login', state: { confirmed: email }, replace: true })} />
}
