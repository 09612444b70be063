import { Trans, useLingui } from '@lingui/react/macro'
import { CloudCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog, DialogBody } from '../../../components/ui/dialog.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { updateApp } from '../../../desk/service-worker.ts'
import { codeMessage } from '../../../lib/text/error-message.ts'
import { formatDelay } from '../../../lib/text/delay.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useOutbox } from '../../../sync/client.ts'
import { useSyncStatus } from '../../../sync/session-client.ts'
import { EntryItem } from './outbox-item.tsx'
import { outboxSections } from './outbox-sections.ts'
import { RefusedItem } from './refused-item.tsx'
import { useCurrentWords } from './use-current-words.ts'
import { useNames } from './use-names.ts'

const hourMs = 3_600_000

interface OutboxPanelProps {
  open: boolean
  onOpenChange(open: boolean): void
}

export function OutboxPanel({ open, onOpenChange }: OutboxPanelProps) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} placement="right" title={t`Sincronização`}>
      <DialogBody className="flex flex-col gap-4 pb-6">
        <Contents onLeave={() => onOpenChange(false)} />
      </DialogBody>
    </Dialog>
  )
}

/** `onLeave`: what follows is on another screen. */
function Contents({ onLeave }: { onLeave(): void }) {
  const entries = useOutbox()
  const outdated = useSyncStatus((status) => status.outdated)
  const nameOf = useNames(entries)
  const { refused, waiting } = outboxSections(entries)
  return (
    <>
      <div className="flex flex-col gap-1">
        <SyncedAt />
        <Quickness />
      </div>
      {outdated && <UpdateNotice />}
      <Standstill />
      {refused.length === 0 && waiting.length === 0 && <AllSent />}
      {refused.length > 0 && (
        <Section title={<Trans>Recusadas pelo servidor</Trans>}>
          {refused.map((group) => (
            <RefusedItem key={group.entry.id} group={group} nameOf={nameOf} onLeave={onLeave} />
          ))}
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title={<Trans>Na fila para enviar</Trans>}>
          {waiting.map((entry) => (
            <EntryItem key={entry.id} entry={entry} nameOf={nameOf} />
          ))}
        </Section>
      )}
    </>
  )
}

/** Why nothing goes out although there is a connection. */
function Standstill() {
  const { pushRefused, busy, overdue } = useSyncStatus((all) => all)
  if (busy || pushRefused === 'ERR_TOO_MANY_REQUESTS') {
    return (
      <Notice tone="neutral">
        <Trans>O servidor recebeu pedidos demais de uma vez e pediu um momento. Nada se perde: continua sozinho.</Trans>
      </Notice>
    )
  }
  const refusal = overdue ? 'ERR_SUBSCRIPTION_EXPIRED' : pushRefused
  const details = overdue?.since ? { dueDate: overdue.since } : {}
  return refusal && <Notice tone="danger">{codeMessage(refusal, details)}</Notice>
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

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">{children}</ul>
    </section>
  )
}

function SyncedAt() {
  return <p className="text-sm text-muted tabular">{useCurrentWords()}</p>
}

/** Of what was done here within the hour; nothing to say, nothing said. */
function Quickness() {
  const trips = useSyncStatus((status) => status.trips)
  const now = useNow()
  if (trips === null || now.getTime() - trips.at.getTime() > hourMs) return null
  const [half, most] = [formatDelay(trips.p50), formatDelay(trips.p95)]
  return (
    <p className="text-sm text-muted tabular">
      <Trans>
        Na última hora, o que você fez foi confirmado em {half} (metade) e {most} (95 de cada 100).
      </Trans>
    </p>
  )
}

function UpdateNotice() {
  return (
    <Notice tone="danger">
      <p>{codeMessage('ERR_UPDATE_REQUIRED')}</p>
      <Button size="sm" className="mt-2" onClick={() => void updateApp()}>
        <Trans>Atualizar agora</Trans>
      </Button>
    </Notice>
  )
}
