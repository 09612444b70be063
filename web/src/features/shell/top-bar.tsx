import { Trans, useLingui } from '@lingui/react/macro'
import { Menu as MenuIcon } from 'lucide-react'
import { hasPermission } from 'db/kit/permissions.ts'
import { ThemeToggle } from '../../components/theme-toggle.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { useActor } from '../../lib/actor-context.tsx'
import { formatDate } from '../../lib/date-time.ts'
import type { SessionUser } from '../../sync/client.ts'
import { ProfileMenu } from './profile-menu.tsx'
import { SyncPill } from './sync-pill.tsx'

interface TopBarProps {
  user: SessionUser
  /** As synced; the session's until then. */
  company: { name: string; dueDate: Date; operator: boolean } | undefined
  onOpenDrawer: (() => void) | null
  onLogout(): void
}

export function TopBar({ user, company, onOpenDrawer, onLogout }: TopBarProps) {
  const { t } = useLingui()
  return (
    <header className="safe-top shrink-0 border-b border-line bg-surface">
      <div className="flex h-12 items-center gap-1 px-2 sm:px-4">
        {onOpenDrawer && (
          <IconButton label={t`Abrir menu`} onClick={onOpenDrawer}>
            <MenuIcon />
          </IconButton>
        )}
        <Greeting user={user} company={company} />
        <SyncPill />
        <ThemeToggle />
        <ProfileMenu user={user} onLogout={onLogout} />
      </div>
    </header>
  )
}

function Greeting({ user, company }: Pick<TopBarProps, 'user' | 'company'>) {
  const actor = useActor()
  const firstName = user.name.split(' ')[0]
  const until =
    company && !company.operator && hasPermission(actor, 'tickets-manager:showall') && formatDate(company.dueDate)
  return (
    <p className="min-w-0 flex-1 truncate text-sm">
      <span className="font-medium">
        <Trans>Olá, {firstName}</Trans>
      </span>
      <span className="ml-2 text-muted">{company?.name ?? user.company.name}</span>
      {until && (
        <span className="ml-2 text-muted tabular max-sm:hidden">
          <Trans>(ativa até {until})</Trans>
        </span>
      )}
    </p>
  )
}
