import { Trans, useLingui } from '@lingui/react/macro'
import { PanelLeftClose, PanelLeftOpen, LogOut } from 'lucide-react'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { cn } from '../../lib/class-names.ts'
import type { SessionUser } from '../../sync/client.ts'
import { drawerItem, NavLinks } from './nav-links.tsx'

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
      <div className="mt-auto flex flex-col gap-0.5 p-2">
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
  onLogout(): void
}

export function PhoneDrawer({ open, onOpenChange, user, onLogout }: PhoneDrawerProps) {
  const close = () => onOpenChange(false)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} placement="left" title={user.name} description={user.company.name}>
      <NavLinks collapsed={false} onNavigate={close} />
      <div className="mt-auto p-2">
        <LogoutItem
          collapsed={false}
          onLogout={() => {
            close()
            onLogout()
          }}
        />
      </div>
    </Dialog>
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
