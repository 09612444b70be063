import { createFileRoute, Navigate, Outlet, redirect, useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import * as v from 'valibot'
import { idParam } from '../lib/app/id-param.ts'
import { AnnouncementsBell } from '../features/announcements/announcements-bell.tsx'
import { DemoGuideLine } from '../features/demo/demo-guide.tsx'
import { ChatBell } from '../features/chats/chat-bell.tsx'
import { UnreadBell } from '../features/notifications/unread-bell.tsx'
import { UnreadWatch } from '../features/notifications/unread-watch.tsx'
import { Reopening } from '../features/tickets/reopening/reopening.tsx'
import { TooltipProvider } from '../components/ui/tooltip.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { ActorContext } from '../lib/app/actor-context.tsx'
import { showChosenFilesOf } from '../desk/files/chosen-files.ts'
import { showDraftsOf } from '../lib/data/drafts.ts'
import { keepAgain } from '../lib/data/kept.ts'
import { forgetLastPagesOfOthers } from '../lib/app/last-page.ts'
import { toastError } from '../lib/app/toast.ts'
import { discardShared, discardSharedOfOthers } from '../share-target.ts'
import { startDesk } from '../sync/client.ts'
import { actorOf, currentSession, readSession, readSnapshot, useSession } from '../sync/session-client.ts'

/** `resolve`: the outbox entry whose conflict is being decided, over any screen. */
const search = v.object({ resolve: idParam })

export const Route = createFileRoute('/_desk')({
  validateSearch: search,
  beforeLoad: async ({ location }) => {
    const session = currentSession() ?? (await readSession())
    // Where the address names no screen, work begins with tickets.
    if (!session) {
      forgetLastPagesOfOthers(null)
      throw redirect({ to: '/login', search: location.pathname === '/' ? {} : { next: location.href } })
    }
    await readSnapshot(session.user.id)
    showWrittenBy(session.user.id)
    return { actor: actorOf(session) }
  },
  component: Desk,
})

/** Drafts are theirs who wrote them. */
function showWrittenBy(userId: string) {
  keepAgain()
  showDraftsOf(userId, new Date())
  showChosenFilesOf(userId)
}

function Bells() {
  return (
    <>
      <AnnouncementsBell />
      <ChatBell />
      <UnreadBell />
    </>
  )
}

function Desk() {
  const session = useSession()
  const user = session?.user
  const actor = useMemo(() => session && actorOf(session), [session])
  useEffect(() => startDesk(toastError), [])
  const inConversation = useParams({
    strict: false,
    select: ({ ticketId, chatId }) => (ticketId ?? chatId) !== undefined,
  })
  const owner = session === null ? null : user?.id
  useEffect(() => {
    if (owner === undefined) return
    // Somebody else may have logged in, in another tab.
    if (owner !== null) showWrittenBy(owner)
    forgetLastPagesOfOthers(owner)
    // Where there is no cache there is no share either.
    ;(owner === null ? discardShared() : discardSharedOfOthers(owner)).catch(() => undefined)
  }, [owner])
  if (session === null) return <Navigate to="/login" replace />
  if (!user || !actor) return null
  return (
    <ActorContext value={actor}>
      <TooltipProvider delay={500}>
        <Shell user={user} bells={<Bells />} line={<DemoGuideLine />} inConversation={inConversation}>
          <UnreadWatch userId={user.id} />
          <Outlet />
          <Reopening />
        </Shell>
      </TooltipProvider>
    </ActorContext>
  )
}
