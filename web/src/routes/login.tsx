import { createFileRoute, redirect, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { landing } from '../features/session/landing.ts'
import { LoginPage } from '../features/session/login-page.tsx'
import { afterPaint } from '../lib/after-paint.ts'
import { fetchDeskScripts, loadScreenCode } from '../lib/app/screen-code.ts'
import { currentSession, readSession } from '../sync/session-client.ts'

/** Where to go on to: a path of this app, nothing else. */
const search = v.object({
  next: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\/(?!\/)/))), undefined)),
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The e-mail of who comes from signing up: in no address, which others may see. */
    signedUp?: string
    /** The e-mail of who has just confirmed it by a link, which opened the company. */
    confirmed?: string
    /** The e-mail of who has just set a new password by a link. */
    renewed?: string
  }
}

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
  const router = useRouter()
  useEffect(() => afterPaint(fetchDeskScripts), [])
  // While the server looks at the password: to run it earlier would take from who types.
  const getReady = () => loadScreenCode(router, (next ?? '/tickets').replace(/[?#].*/, ''))
  const signedUp = useLocation({ select: ({ state }) => state.signedUp })
  const confirmed = useLocation({ select: ({ state }) => state.confirmed })
  const renewed = useLocation({ select: ({ state }) => state.renewed })
  const goOn = async () => navigate({ to: (await landing()) ?? next ?? '/tickets', replace: true })
  return (
    <LoginPage
      signedUp={signedUp}
      confirmed={confirmed}
      renewed={renewed}
      onEntering={getReady}
      onDone={() => void goOn()}
    />
  )
}
