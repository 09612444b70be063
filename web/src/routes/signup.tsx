import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { SignupPage } from '../features/session/signup-page.tsx'
import { currentSession, readSession } from '../sync/session-client.ts'

/** Links of old name a company: it changes nothing. */
const search = v.object({ companyId: v.optional(v.fallback(v.optional(v.string()), undefined)) })

export const Route = createFileRoute('/signup')({
  validateSearch: search,
  beforeLoad: async () => {
    if (currentSession() ?? (await readSession())) throw redirect({ to: '/', replace: true })
  },
  component: Signup,
})

function Signup() {
  const navigate = Route.useNavigate()
  return <SignupPage onDone={(email) => void navigate({ to: '/login', state: { signedUp: email }, replace: true })} />
}
