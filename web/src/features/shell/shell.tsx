import { Navigate, useRouterState } from '@tanstack/react-router'
import { ownCompany } from 'db/companies/queries.ts'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useQuery } from '../../sync/client.ts'
import { useSyncStatus, type SessionUser } from '../../sync/session-client.ts'
import { RoutedContext } from '../../lib/app/routed.ts'
import { phone, useMedia, wide } from '../../lib/media/use-media.ts'
import { useStored } from '../../lib/data/stored.ts'
import { ConflictDialog } from './outbox/conflict-dialog.tsx'
import { Drawer, PhoneDrawer } from './drawer.tsx'
import { PhoneBar } from './hand/phone-bar.tsx'
import { LeaseExpired } from './lease-expired.tsx'
import { OverdueBanner } from './overdue-banner.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { CommandPalette } from './palette/command-palette.tsx'
import { OtherTicketDialog } from './other-ticket/other-ticket-dialog.tsx'
import { ProfileForm } from './profile/profile-form.tsx'
import { TopBar } from './top-bar.tsx'
import { ConflictOffer } from './outbox/conflict-offer.ts'
import { RefusalTold } from './outbox/refusal-told.ts'
import { isBillingPath } from './screens.ts'
import { useTellPresence } from './team/use-tell-presence.ts'
import { useConfined } from './use-confined.ts'
import { useDueDateNotice } from './use-due-date-notice.ts'
import { useLogout } from './use-logout.tsx'
import { useRenewalWatch } from './use-renewal-watch.ts'
import { useUserRefresh } from './use-user-refresh.ts'
import { useWebhooksNotice } from './use-webhooks-notice.ts'
import { useResolving } from './outbox/use-resolving.ts'

interface ShellProps {
  user: SessionUser
  /** In the top bar; other features' own. */
  bells: ReactNode
  /** Above every screen. */
  line: ReactNode
  /** On a phone a conversation has the whole screen. */
  inConversation: boolean
  children: ReactNode
}

export function Shell({ user, bells, line, inConversation, children }: ShellProps) {
  const isPhone = useMedia(phone)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [profileOpen, setProfileOpen] = useState(false)
  const logout = useLogout()
  const leaseExpired = useSyncStatus((status) => status.leaseExpired)
  const company = useQuery(ownCompany()).rows[0]
  const resolving = useResolving()
  useDueDateNotice(company)
  useWebhooksNotice(company)
  useUserRefresh(user)
  useRenewalWatch(company)
  useTellPresence(user.id)

  return (
    <div className="flex h-dvh overflow-hidden bg-canvas">
      <Navigation user={user} company={company} open={drawerOpen} onOpenChange={setDrawerOpen} onLogout={logout.ask} />
      <div className="flex min-w-0 flex-1 flex-col">
        {!(isPhone && inConversation) && (
          <TopBar
            user={user}
            company={company}
            isPhone={isPhone}
            bells={bells}
            onSearch={() => setPaletteOpen(true)}
            onProfile={() => setProfileOpen(true)}
            onLogout={logout.ask}
          />
        )}
        {line}
        <OverdueBanner dueDate={company?.dueDate} />
        <main className="relative min-h-0 flex-1">{leaseExpired ? <LeaseExpired /> : children}</main>
        <Confinement />
        {isPhone && !inConversation && <PhoneBar drawerOpen={drawerOpen} onOpenDrawer={() => setDrawerOpen(true)} />}
      </div>
      <Shortcuts />
      <CommandPalette
        open={paletteOpen}
        onOpenChange={setPaletteOpen}
        onProfile={() => setProfileOpen(true)}
        onLogout={logout.ask}
      />
      <RoutedContext value={true}>
        <ConflictOffer {...resolving} />
        <RefusalTold />
        <ConflictDialog entryId={resolving.entryId} onClose={resolving.close} />
        <OtherTicketDialog entryId={resolving.entryId} onClose={resolving.close} />
      </RoutedContext>
      {profileOpen && <ProfileForm user={user} onClosed={() => setProfileOpen(false)} onLogout={logout.ask} />}
      {logout.dialog}
    </div>
  )
}

/** Beside everything; on a phone over it, when it is opened. */
function Navigation(props: ComponentProps<typeof PhoneDrawer>) {
  const isPhone = useMedia(phone)
  const isWide = useMedia(wide)
  const [preference, setPreference] = useStored<'full' | 'icons'>('drawer', 'full')
  if (isPhone) return <PhoneDrawer {...props} />
  return (
    <Drawer
      collapsed={!isWide || preference === 'icons'}
      onToggle={isWide ? () => setPreference(preference === 'icons' ? 'full' : 'icons') : null}
      onLogout={props.onLogout}
    />
  )
}

/** Whoever can do nothing but pay finds the bills, whatever they ask for. */
function Confinement() {
  const confined = useConfined()
  const onBilling = useRouterState({ select: ({ location }) => isBillingPath(location.pathname) })
  return confined && !onBilling ? <Navigate to="/financeiro" replace /> : null
}
