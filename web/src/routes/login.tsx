import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { LoginPage } from '../features/session/login-page.tsx'
import { currentSession, readSession } from '../sync/client.ts'

/** Where to go on to: a path of this app, nothing else. */
const search = v.object({
  next: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\/(?!\/)/))), undefined)),
})

export const Route = createFileRoute('/login')({
  validateSearch: search,
  beforeLoad: async () => {
    if (currentSession() ?? (await readSession())) throw redirect({ to: '/', replace: true })
  },
  component: Login,
})

function Login() {
  const { next } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <LoginPage onDone={() => void navigate({ to: next ?? '/tickets', replace: true })} />
}
