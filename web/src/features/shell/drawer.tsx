import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut, Moon, PanelLeftClose, PanelLeftOpen, RefreshCw, Sun } from 'lucide-react'
import { useDarkTheme } from '../../components/theme-toggle.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { cn } from '../../lib/class-names.ts'
import type { SessionUser } from '../../sync/session-client.ts'
import { CompanyLine, type Company } from './company-line.tsx'
import { drawerItem, NavLinks } from './nav-links.tsx'
import { TeamSection } from './team/team-section.tsx'
import { useCurrentWords } from './outbox/use-current-words.ts'
import { useRefresh } from '../../desk/server/use-refresh.ts'
import { DrawerVolume } from './volume-control.tsx'

interface DrawerProps {
  collapsed: boolean
  /** null where the width decides. */
  onToggle: (() => void) | null
  onLogout(): void
}

export function Drawer({ collapsed, onToggle, onLogout }: DrawerProps) {
  const { t } = useLingui()
  const Toggle = collapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <aside
      className={cn(
        'flex shrink-0 flex-col border-r border-line bg-surface transition-[width] duration-150',
        collapsed ? 'w-14' : 'w-60',
      )}
    >
      <div className="flex h-12 shrink-0 items-center gap-2.5 overflow-hidden px-4">
        <img src="/icons/icon.svg" alt="" className="size-6" />
        {!collapsed && <span className="text-base font-semibold">Balcão</span>}
      </div>
      <NavLinks collapsed={collapsed} />
      <div className="mt-auto flex shrink-0 flex-col gap-0.5 p-2">
        <TeamSection collapsed={collapsed} />
        {onToggle && (
          <Tooltip content={t`Expandir menu`} side="right" disabled={!collapsed}>
            <button
              type="button"
              onClick={onToggle}
              aria-label={collapsed ? t`Expandir menu` : t`Recolher menu`}
              className={drawerItem({ collapsed })}
            >
              <Toggle aria-hidden />
              {!collapsed && <Trans>Recolher menu</Trans>}
            </button>
          </Tooltip>
        )}
        <LogoutItem collapsed={collapsed} onLogout={onLogout} />
      </div>
    </aside>
  )
}

interface PhoneDrawerProps {
  open: boolean
  onOpenChange(open: boolean): void
  user: SessionUser
  company: Company | undefined
  onLogout(): void
}

/** Also has what the top bar of a phone has no room for. */
export function PhoneDrawer({ open, onOpenChange, user, company, onLogout }: PhoneDrawerProps) {
  const close = () => onOpenChange(false)
  const logout = () => {
    close()
    onLogout()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      placement="left"
      title={user.name}
      description={<CompanyLine user={user} company={company} />}
    >
      <NavLinks collapsed={false} onNavigate={close} />
      <div className="mt-auto flex shrink-0 flex-col gap-0.5 border-t border-line p-2">
        <TeamSection collapsed={false} onNavigate={close} />
        <RefreshItem />
        <ThemeItem />
        <DrawerVolume />
        <LogoutItem collapsed={false} onLogout={logout} />
      </div>
    </Dialog>
  )
}

function RefreshItem() {
  const { refresh, busy } = useRefresh()
  const current = useCurrentWords()
  return (
    <button
      type="button"
      onClick={refresh}
      aria-busy={busy}
      className={cn(drawerItem({ collapsed: false }), 'touch:h-13')}
    >
      <RefreshCw aria-hidden className={cn(busy && 'animate-spin')} />
      <span className="min-w-0 text-left">
        <span className="block">
          <Trans>Sincronizar agora</Trans>
        </span>
        <span className="block truncate text-xs">{current}</span>
      </span>
    </button>
  )
}

function ThemeItem() {
  const { dark, toggle } = useDarkTheme()
  const Icon = dark ? Sun : Moon
  return (
    <button type="button" onClick={toggle} className={drawerItem({ collapsed: false })}>
      <Icon aria-hidden />
      {dark ? <Trans>Usar tema claro</Trans> : <Trans>Usar tema escuro</Trans>}
    </button>
  )
}

function LogoutItem({ collapsed, onLogout }: { collapsed: boolean; onLogout: () => void }) {
  const { t } = useLingui()
  return (
    <Tooltip content={t`Sair`} side="right" disabled={!collapsed}>
      <button type="button" onClick={onLogout} aria-label={t`Sair`} className={drawerItem({ collapsed })}>
        <LogOut aria-hidden />
        {!collapsed && <Trans>Sair</Trans>}
      </button>
    </Tooltip>
  )
}
