// The bar above every screen. On a phone it keeps what is needed at any moment; theme, volume and refresh are in the drawer.
import { Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { ThemeToggle } from '../../components/theme-toggle.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Kbd } from '../../components/ui/kbd.tsx'
import type { SessionUser } from '../../sync/session-client.ts'
import { CompanyLine, type Company } from './company-line.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { SyncPill } from './outbox/sync-pill.tsx'
import { VolumeButton } from './volume-control.tsx'

interface TopBarProps {
  user: SessionUser
  /** The synced company; undefined until it is here, while the session's is shown. */
  company: Company | undefined
  isPhone: boolean
  /** The bells of messages, announcements and the team's chat. */
  bells: ReactNode
  onSearch(): void
  onProfile(): void
  onLogout(): void
}

export function TopBar({ user, company, isPhone, bells, onSearch, onProfile, onLogout }: TopBarProps) {
  return (
    <header className="safe-top shrink-0 border-b border-line bg-surface">
      {/* Large letters take a second line rather than hide what is at the end. */}
      <div className="flex min-h-12 flex-wrap items-center justify-end gap-x-1 px-2 sm:px-4">
        <Greeting user={user} company={company} />
        {/* Its words come and go all day: nothing that one presses is on the side it grows to. */}
        <SyncPill />
        <SearchButton isPhone={isPhone} onClick={onSearch} />
        {bells}
        {!isPhone && (
          <>
            <RefreshButton />
            <VolumeButton />
            <ThemeToggle />
          </>
        )}
        <ProfileMenu user={user} onProfile={onProfile} onLogout={onLogout} />
      </div>
    </header>
  )
}

function SearchButton({ isPhone, onClick }: { isPhone: boolean; onClick(): void }) {
  const { t } = useLingui()
  if (isPhone) {
    return (
      <IconButton label={t`Buscar e comandar`} onClick={onClick}>
        <Search />
      </IconButton>
    )
  }
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className="mx-1 inline-flex h-8 shrink-0 items-center gap-2 rounded-md border border-line bg-surface pr-1.5 pl-2.5 text-sm text-muted transition-colors hover:bg-hover hover:text-ink touch:h-11"
    >
      <Search aria-hidden className="size-4" />
      <span className="max-lg:sr-only">
        <Trans>Buscar e comandar</Trans>
      </span>
      <span aria-hidden>
        <Kbd keys="mod+k" />
      </span>
    </button>
  )
}

function Greeting({ user, company }: Pick<TopBarProps, 'user' | 'company'>) {
  const firstName = user.name.split(' ')[0]
  return (
    <p className="min-w-0 flex-1 truncate text-sm">
      <span className="font-medium">
        <Trans>Olá, {firstName}</Trans>
      </span>{' '}
      <span className="ml-2 text-muted">
        <CompanyLine user={user} company={company} />
      </span>
    </p>
  )
}
