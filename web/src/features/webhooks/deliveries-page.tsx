// One webhook: how it is, what it was told in the last days, a test and a new secret.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, KeyRound, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { GrowingList } from '../../desk/server/growing-list.tsx'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { useServerWindow } from '../../desk/server/use-server-window.ts'
import { ShownOnce } from '../../desk/server/shown-once.tsx'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { deliveryPage, secretAnswer, webhook as schema, type Delivery, type Webhook } from './answers.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { useEventWords } from './event-words.ts'
import { WebhookState } from './webhook-state.tsx'

const lookAgainMs = 2_000

export function DeliveriesPage({ webhookId }: { webhookId: string }) {
  const { t } = useLingui()
  const webhook = useServerData(`/webhooks/${webhookId}`, schema).data
  const list = useDeliveries(webhookId)
  const [opened, setOpened] = useState<Delivery | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <ResourcePage
        title={webhook?.name ?? t`Webhook`}
        purpose={webhook?.url ?? ''}
        back={<Back />}
        action={<Actions webhookId={webhookId} webhook={webhook} onTested={list.reload} onRenewed={setSecret} />}
      >
        <div className="flex flex-1 flex-col gap-3">
          <ServerNote {...list} failed={t`Não foi possível carregar a lista de registros.`} />
          {webhook && (
            <div>
              <WebhookState webhook={webhook} />
            </div>
          )}
          <WhyOff reason={webhook?.offReason ?? null} />
          {secret !== null && <ShownOnce label={t`Segredo`} secret={secret} />}
          <GrowingList
            label={t`Envios`}
            server={list}
            rows={list.data?.deliveries}
            empty={
              <EmptyState icon={Send} title={t`Nada enviado ainda`}>
                <Trans>O que for enviado nos próximos dias aparece aqui, com a resposta.</Trans>
              </EmptyState>
            }
          >
            {(delivery) => <DeliveryRow delivery={delivery} onOpen={() => setOpened(delivery)} />}
          </GrowingList>
        </div>
      </ResourcePage>
      {opened && (
        <DeliveryDialog
          path={`/webhooks/${webhookId}/deliveries/${opened.id}`}
          title={formatDateTime(opened.createdAt)}
          onSent={list.reload}
          onClosed={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** What it was told. A test, or what was sent again, is told within moments: until then it is looked at again and again. */
function useDeliveries(webhookId: string) {
  const list = useServerWindow(`/webhooks/${webhookId}/deliveries`, deliveryPage)
  const { data, reload } = list
  const isFresh = data?.deliveries.some(({ status, attempts }) => status === 'waiting' && attempts === 0) ?? false
  useEffect(() => {
    if (!isFresh) return
    const timer = setInterval(reload, lookAgainMs)
    return () => clearInterval(timer)
  }, [isFresh, reload])
  return list
}

function Back() {
  return (
    <Link to="/webhooks" className="mb-1 inline-flex items-center gap-1 text-sm text-muted hover:underline">
      <ChevronLeft aria-hidden className="size-4" />
      <Trans>Webhooks</Trans>
    </Link>
  )
}

interface ActionsProps {
  webhookId: string
  webhook: Webhook | null
  onTested(): void
  onRenewed(secret: string): void
}

function Actions({ webhookId, webhook, onTested, onRenewed }: ActionsProps) {
  const { t } = useLingui()
  const { disabled, send } = useServerCall()
  const [asking, setAsking] = useState(false)
  const test = async () => {
    if (await send('POST', `/webhooks/${webhookId}/test`)) onTested()
  }
  const renew = async () => {
    const done = await send('POST', `/webhooks/${webhookId}/secret`)
    if (done) onRenewed(v.parse(secretAnswer, done.answer).secret)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={disabled || !webhook} onClick={() => setAsking(true)}>
        <KeyRound aria-hidden /> <Trans>Novo segredo</Trans>
      </Button>
      <Button variant="primary" disabled={disabled || !webhook?.active} onClick={() => void test()}>
        <Send aria-hidden /> <Trans>Testar</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Gerar outro segredo?`}
        description={t`O segredo atual ainda vale por 24 horas, junto com o novo.`}
        confirm={t`Gerar`}
        onConfirm={() => void renew()}
      />
    </div>
  )
}

function WhyOff({ reason }: { reason: Webhook['offReason'] }) {
  if (reason === 'failing') {
    return (
      <Notice tone="danger">
        <Trans>
          Foi desligado depois de um dia inteiro de falhas. Resolva a causa e ligue-o de novo; o que esperava pode ser
          enviado de novo daqui.
        </Trans>
      </Notice>
    )
  }
  if (reason === 'gone') {
    return (
      <Notice tone="danger">
        <Trans>Foi desligado porque o endereço respondeu que não existe mais (410).</Trans>
      </Notice>
    )
  }
  return null
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen(): void }) {
  const words: Readonly<Record<string, string>> = useEventWords()
  const { event, createdAt, attempts, lastStatus, lastReason, lastMs } = delivery
  const outcome = [lastStatus ?? lastReason, lastMs !== null && `${lastMs} ms`].filter(Boolean).join(' · ')
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-left hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base">{words[event] ?? event}</span>
          <span className="block text-xs text-muted tabular">
            {formatDateTime(createdAt)}
            {attempts > 0 && ` · ${plural(attempts, { one: '# tentativa', other: '# tentativas' })}`}
          </span>
        </span>
        <span className="text-sm text-muted tabular">{outcome}</span>
        <DeliveryState delivery={delivery} />
      </button>
    </li>
  )
}

function DeliveryState({ delivery: { status, attempts } }: { delivery: Delivery }) {
  if (status === 'delivered') {
    return (
      <Badge shape="label" variant="good">
        <Trans>Entregue</Trans>
      </Badge>
    )
  }
  if (status === 'failed') {
    return (
      <Badge shape="label" variant="danger">
        <Trans>Falhou</Trans>
      </Badge>
    )
  }
  return (
    <Badge shape="label" variant={attempts > 0 ? 'warning' : 'neutral'}>
      {attempts > 0 ? <Trans>Tentando de novo</Trans> : <Trans>Na fila</Trans>}
    </Badge>
  )
}
