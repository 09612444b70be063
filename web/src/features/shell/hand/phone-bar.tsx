// Below every screen of a phone, where the thumb is: the places that work begins from, and the drawer with the rest. A conversation has the whole
// screen.
import { ticketCounts } from 'db/tickets/list-queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { Badge } from '../../../components/ui/badge.tsx'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { useQuery } from '../../../sync/client.ts'
import type { Screen } from '../screens.ts'
import { useScreens } from '../use-screens.ts'

const places: readonly Screen['to'][] = ['/tickets', '/contacts', '/chats']

const place =
  'relative flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-2xs text-muted outline-offset-[-2px] data-[status=active]:font-medium data-[status=active]:text-accent [&_svg]:size-5 [&_svg]:shrink-0'

interface PhoneBarProps {
  drawerOpen: boolean
  onOpenDrawer(): void
}

export function PhoneBar({ drawerOpen, onOpenDrawer }: PhoneBarProps) {
  const { t } = useLingui()
  const screens = useScreens()
  return (
    <nav aria-label={t`Lugares`} className="safe-bottom flex shrink-0 border-t border-line bg-surface">
      {places
        .flatMap((to) => screens.find((screen) => screen.to === to) ?? [])
        .map((screen) => (
          <Place key={screen.to} screen={screen} />
        ))}
      <button type="button" aria-haspopup="dialog" aria-expanded={drawerOpen} onClick={onOpenDrawer} className={place}>
        <Menu aria-hidden />
        <Trans>Mais</Trans>
      </button>
    </nav>
  )
}

function Place({ screen: { to, icon: Icon, label } }: { screen: Screen }) {
  const { i18n } = useLingui()
  const name = i18n._(label)
  return (
    <Link to={to} activeOptions={{ includeSearch: false }} className={place}>
      <span className="relative">
        <Icon aria-hidden />
        {to === '/tickets' && <Waiting />}
      </span>
      <span className="max-w-full truncate px-1">{name}</span>
    </Link>
  )
}

/** How many customers wait for somebody, in all of one's queues. */
function Waiting() {
  const { userId } = useActor()
  const { rows } = useQuery(ticketCounts({ userId, queueIds: null }))
  const count = rows[0]?.pending ?? 0
  if (count === 0) return null
  return (
    <>
      <Badge aria-hidden variant="accent" className="absolute -top-1.5 left-3">
        {count > 99 ? '99+' : count}
      </Badge>
      <span className="sr-only">{plural(count, { one: '# aguardando', other: '# aguardando' })},</span>
    </>
  )
}
