// At the drawer's foot: who of the company is here. Open it is asked for, closed nobody asks.
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, ChevronUp, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Popover } from '../../../components/ui/popover.tsx'
import { useStored } from '../../../lib/data/stored.ts'
import { drawerItem } from '../nav-links.tsx'
import { TeamList } from './team-list.tsx'

interface TeamSectionProps {
  collapsed: boolean
  onNavigate?: () => void
}

export function TeamSection({ collapsed, onNavigate }: TeamSectionProps) {
  return collapsed ? <TeamButton /> : <Team onNavigate={onNavigate} />
}

/** It stays as it was left. */
function Team({ onNavigate }: Pick<TeamSectionProps, 'onNavigate'>) {
  const [kept, keep] = useStored<'open' | 'closed'>('team', 'closed')
  const open = kept === 'open'
  const Chevron = open ? ChevronDown : ChevronUp
  return (
    <section className="flex min-h-0 flex-col">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => keep(open ? 'closed' : 'open')}
        className={drawerItem({ collapsed: false })}
      >
        <UsersRound aria-hidden />
        <span className="min-w-0 flex-1 truncate text-left">
          <Trans>Quem está aqui</Trans>
        </span>
        <Chevron aria-hidden className="size-4" />
      </button>
      {open && (
        <div className="max-h-[min(18rem,35dvh)] min-h-10 overflow-y-auto overscroll-contain">
          <TeamList onNavigate={onNavigate} />
        </div>
      )}
    </section>
  )
}

/** Where the drawer has room for a sign only. */
function TeamButton() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t`Quem está aqui`}
      side="right"
      align="end"
      trigger={
        <button type="button" aria-label={t`Quem está aqui`} className={drawerItem({ collapsed: true })}>
          <UsersRound aria-hidden />
        </button>
      }
    >
      <div className="max-h-[min(28rem,70dvh)] w-64 overflow-y-auto overscroll-contain p-2">
        <TeamList onNavigate={() => setOpen(false)} />
      </div>
    </Popover>
  )
}
