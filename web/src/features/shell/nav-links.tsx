import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { cva } from 'class-variance-authority'
import { hasPermission } from 'db/kit/permissions.ts'
import { Layers, MessagesSquare, Smartphone, type LucideIcon } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { useActor } from '../../lib/actor-context.tsx'
import { cn } from '../../lib/class-names.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import { useQuery } from '../../sync/client.ts'
import { connectionsDown } from './queries.ts'

/** A connection that is only changing state is not an alarm. */
const alertDelayMs = 2000

export const drawerItem = cva(
  [
    'relative flex h-9 w-full items-center gap-3 rounded-md text-base text-muted transition-colors touch:h-11',
    'hover:bg-hover hover:text-ink [&_svg]:size-4.5 [&_svg]:shrink-0',
    'data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent',
  ],
  { variants: { collapsed: { true: 'justify-center px-0', false: 'px-2.5' } } },
)

interface NavLinksProps {
  collapsed: boolean
  onNavigate?: () => void
}

export function NavLinks({ collapsed, onNavigate }: NavLinksProps) {
  const { t } = useLingui()
  const actor = useActor()
  const item = { collapsed, ...(onNavigate && { onNavigate }) }
  return (
    <nav aria-label={t`Principal`} className="flex flex-col gap-0.5 p-2">
      <Heading collapsed={collapsed}>{t`Atendimento`}</Heading>
      <NavLink {...item} to="/tickets" icon={MessagesSquare} label={t`Atendimentos`} />
      {hasPermission(actor, 'connections-page:actionButtons') && (
        <>
          <Heading collapsed={collapsed}>{t`Administração`}</Heading>
          <ConnectionsLink {...item} />
        </>
      )}
      {hasPermission(actor, 'queues-page:edit') && <NavLink {...item} to="/queues" icon={Layers} label={t`Filas`} />}
    </nav>
  )
}

function ConnectionsLink(props: NavLinksProps) {
  const { t } = useLingui()
  const down = (useQuery(connectionsDown).rows[0]?.down ?? 0) > 0
  const alert = useDelayed(down, alertDelayMs) && down
  return (
    <NavLink
      {...props}
      to="/connections"
      icon={Smartphone}
      label={t`Conexões`}
      alert={alert ? t`Há conexão fora do ar` : null}
    />
  )
}

interface NavLinkProps extends NavLinksProps {
  to: '/tickets' | '/connections' | '/queues'
  icon: LucideIcon
  label: string
  /** What needs somebody's attention there. */
  alert?: string | null
}

function NavLink({ to, icon: Icon, label, alert = null, collapsed, onNavigate }: NavLinkProps) {
  return (
    <Tooltip content={alert === null ? label : `${label} · ${alert}`} side="right" disabled={!collapsed}>
      <Link
        to={to}
        onClick={onNavigate}
        aria-label={alert === null ? label : `${label}. ${alert}`}
        className={drawerItem({ collapsed })}
      >
        <Icon aria-hidden />
        {!collapsed && <span className="min-w-0 flex-1 truncate">{label}</span>}
        {alert !== null && (
          <Badge aria-hidden variant="danger" className={cn(collapsed && 'absolute top-0.5 right-0.5')}>
            !
          </Badge>
        )}
      </Link>
    </Tooltip>
  )
}

function Heading({ collapsed, children }: { collapsed: boolean; children: string }) {
  if (collapsed) return <hr className="mx-2 my-1.5 border-line first:hidden" />
  return <h2 className="px-2.5 pt-3 pb-1 text-xs font-medium text-muted first:pt-1">{children}</h2>
}
