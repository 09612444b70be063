import { connectionsDown } from 'db/connections/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { cva } from 'class-variance-authority'
import { useEffect, useRef } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { cn } from '../../lib/class-names.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import { useQuery } from '../../sync/client.ts'
import type { Screen, Section } from './screens.ts'
import { useScreens } from './use-screens.ts'

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

export function NavLinks(props: NavLinksProps) {
  const { t } = useLingui()
  const screens = useScreens()
  const bySection = Map.groupBy(screens, ({ section }) => section)
  const sections: [Section, string][] = [
    ['work', t`Atendimento`],
    ['management', t`Gerência`],
    ['administration', t`Administração`],
  ]
  const router = useRouter()
  const list = useRef<HTMLElement>(null)
  // By what they are: the session is renewed every few minutes, and the menu is not to move under who scrolls it.
  const entries = screens.map(({ to }) => to).join(' ')
  // Longer than most windows are high: where somebody is, is among what they see, also when entries come that were not known at first.
  useEffect(() => {
    if (entries === '') return undefined
    let shown: Element | null | undefined
    const show = () => {
      const active = list.current?.querySelector('[data-status=active]')
      // Scrolling lays the page out at once: not for each ticket that is opened.
      if (active !== shown) active?.scrollIntoView({ block: 'nearest' })
      shown = active
    }
    show()
    return router.subscribe('onRendered', show)
  }, [router, entries])
  return (
    <nav ref={list} aria-label={t`Principal`} className="flex min-h-0 flex-col gap-0.5 overflow-y-auto p-2">
      {sections.map(([section, heading]) => (
        <NavSection key={section} heading={heading} screens={bySection.get(section) ?? []} {...props} />
      ))}
    </nav>
  )
}

/** A heading without entries is none. */
function NavSection({ heading, screens, ...item }: NavLinksProps & { heading: string; screens: readonly Screen[] }) {
  if (screens.length === 0) return null
  return (
    <>
      <Heading collapsed={item.collapsed}>{heading}</Heading>
      {screens.map((screen) =>
        screen.to === '/connections' ? (
          <ConnectionsLink key={screen.to} screen={screen} {...item} />
        ) : (
          <NavLink key={screen.to} screen={screen} {...item} />
        ),
      )}
    </>
  )
}

function ConnectionsLink(props: NavLinkProps) {
  const { t } = useLingui()
  const down = (useQuery(connectionsDown()).rows[0]?.down ?? 0) > 0
  const alert = useDelayed(down, alertDelayMs) && down
  return <NavLink {...props} alert={alert ? t`Há conexão fora do ar` : null} />
}

interface NavLinkProps extends NavLinksProps {
  screen: Screen
  /** What needs somebody's attention there. */
  alert?: string | null
}

function NavLink({ screen, alert = null, collapsed, onNavigate }: NavLinkProps) {
  const { i18n } = useLingui()
  const { to, icon: Icon } = screen
  const label = i18n._(screen.label)
  return (
    <Tooltip content={alert === null ? label : `${label} · ${alert}`} side="right" disabled={!collapsed}>
      <Link
        to={to}
        // Every address begins like that of the first screen; what a screen filters by is in its search.
        activeOptions={{ exact: to === '/', includeSearch: false }}
        onClick={onNavigate}
        aria-label={alert === null ? label : `${label}. ${alert}`}
        className={cn(drawerItem({ collapsed }), 'shrink-0')}
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
