import { Trans, useLingui } from '@lingui/react/macro'
import { CloudCheck } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { codeMessage } from '../../lib/error-message.ts'
import { formatWhen } from '../../lib/date-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { useOutbox, useQuery, useSyncStatus, type OutboxEntry } from '../../sync/client.ts'
import { OutboxItem } from './outbox-item.tsx'
import { namesOf } from './queries.ts'

interface OutboxPanelProps {
  open: boolean
  onOpenChange(open: boolean): void
}

export function OutboxPanel({ open, onOpenChange }: OutboxPanelProps) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} placement="right" title={t`Sincronização`}>
      <DialogBody className="flex flex-col gap-4 pb-6">
        <Contents />
      </DialogBody>
    </Dialog>
  )
}

function Contents() {
  const entries = useOutbox()
  const { pushRefused } = useSyncStatus()
  const nameOf = useNames(entries)
  const refused = entries.filter((entry) => entry.state === 'refused')
  const waiting = entries.filter((entry) => entry.state === 'waiting')
  return (
    <>
      <SyncedAt />
      {pushRefused && <Notice tone="danger">{codeMessage(pushRefused)}</Notice>}
      {entries.length === 0 && <AllSent />}
      {refused.length > 0 && (
        <Section title={<Trans>Recusadas pelo servidor</Trans>} entries={refused} nameOf={nameOf} />
      )}
      {waiting.length > 0 && <Section title={<Trans>Na fila para enviar</Trans>} entries={waiting} nameOf={nameOf} />}
    </>
  )
}

function AllSent() {
  const { t } = useLingui()
  return (
    <div className="py-8">
      <EmptyState icon={CloudCheck} title={t`Nada na fila`}>
        <Trans>Tudo o que você fez já está no servidor. Sem internet, o que fizer espera aqui.</Trans>
      </EmptyState>
    </div>
  )
}

interface SectionProps {
  title: ReactNode
  entries: readonly OutboxEntry[]
  nameOf: (id: string) => string | undefined
}

function Section({ title, entries, nameOf }: SectionProps) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {entries.map((entry) => (
          <OutboxItem key={entry.id} entry={entry} nameOf={nameOf} />
        ))}
      </ul>
    </section>
  )
}

function SyncedAt() {
  const { syncedAt, phase, network } = useSyncStatus()
  const now = useNow()
  if (phase === 'live' && network === 'online') {
    return (
      <p className="text-sm text-muted">
        <Trans>Sincronizado agora, em tempo real.</Trans>
      </p>
    )
  }
  const when = syncedAt && formatWhen(syncedAt, now)
  return (
    <p className="text-sm text-muted tabular">
      {when ? <Trans>Última sincronização: {when}</Trans> : <Trans>Ainda não sincronizado neste dispositivo.</Trans>}
    </p>
  )
}

function useNames(entries: readonly OutboxEntry[]): (id: string) => string | undefined {
  const query = useMemo(() => {
    const ids = entries.flatMap(({ args }) => [args['id'], args['ticketId']]).filter((id) => typeof id === 'string')
    return ids.length === 0 ? null : namesOf([...new Set(ids)].toSorted())
  }, [entries])
  const { rows } = useQuery(query)
  return useMemo(() => {
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    return (id) => names.get(id)
  }, [rows])
}
