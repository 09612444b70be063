import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { cva } from 'class-variance-authority'
import { useState } from 'react'
import { Tooltip } from '../../../components/ui/tooltip.tsx'
import { useAppCopy } from '../../../desk/service-worker.ts'
import { useDelayed } from '../../../lib/use-delayed.ts'
import { useSyncStatus } from '../../../sync/session-client.ts'
import { OutboxPanel } from './outbox-panel.tsx'
import { syncView, type SyncView } from './sync-view.ts'

/** Shorter than this nobody needs to know. */
const settleMs = 700

const dotVariants = cva('size-2 shrink-0 rounded-full', {
  variants: {
    state: {
      well: 'bg-good',
      online: 'bg-warning',
      sending: 'bg-accent',
      syncing: 'bg-accent',
      storing: 'bg-accent',
      offline: 'bg-warning',
      busy: 'bg-warning',
      overdue: 'bg-danger',
      blocked: 'bg-danger',
      refused: 'bg-danger',
      failed: 'bg-danger',
      outdated: 'bg-danger',
    },
  },
})

export function SyncPill() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const copy = useAppCopy()
  const now = useSyncStatus((status) => syncView(status, copy))
  const view = useDelayed(now, now.state === 'well' ? 0 : settleMs)
  const words = useWords(view)
  const quiet = view.state === 'well'
  const button = (
    <button
      type="button"
      aria-label={quiet ? t`Tudo sincronizado` : words}
      data-momentary
      onClick={() => setOpen(true)}
      className="inline-flex h-8 min-w-8 items-center justify-center gap-2 rounded-full px-2.5 text-xs font-medium text-ink tabular transition-colors hover:bg-hover touch:h-11 touch:min-w-11"
    >
      <span className={dotVariants({ state: view.state })} />
      {!quiet && <span>{words}</span>}
    </button>
  )
  return (
    <>
      <Tooltip content={t`Tudo sincronizado`} disabled={!quiet}>
        {button}
      </Tooltip>
      <span role="status" className="sr-only">
        {quiet ? '' : words}
      </span>
      <OutboxPanel open={open} onOpenChange={setOpen} />
    </>
  )
}

function useWords({ state, waiting, refused }: SyncView): string {
  const { t } = useLingui()
  const queued = waiting > 0 ? t`${waiting} na fila` : null
  const refusals = refused > 0 ? plural(refused, { one: '# recusada', other: '# recusadas' }) : null
  const first: Record<SyncView['state'], string | null> = {
    well: t`Tudo sincronizado`,
    failed: t`Sem banco de dados local`,
    outdated: t`Atualize o aplicativo`,
    online: t`Só online`,
    offline: t`Offline`,
    busy: t`Servidor ocupado`,
    overdue: t`Assinatura vencida`,
    syncing: t`Sincronizando`,
    storing: t`Guardando o aplicativo`,
    blocked: t`Envio bloqueado`,
    sending: t`Enviando ${waiting}`,
    refused: null,
  }
  return [first[state], state === 'sending' ? null : queued, refusals].filter(Boolean).join(' · ')
}
