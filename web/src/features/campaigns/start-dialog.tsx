// Before a campaign starts: how many people, whom not, how long it takes, and what the first three read, word for word. Starting is the
// server's, and online.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import { Markup } from '../../components/markup.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { ServerHealthLight } from '../../desk/number/health-light.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useAnswered } from '../../desk/server/use-online.ts'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { formatPhone } from '../../lib/text/phone-number.ts'
import { forecast, type Forecast } from './answers.ts'
import type { CampaignRow } from './campaign-row.ts'
import { missingWords } from './missing-words.ts'

interface StartDialogProps {
  campaign: CampaignRow
  onClosed(): void
}

export function StartDialog({ campaign, onClosed }: StartDialogProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(true)
  const { id, name } = campaign
  const server = useServerData(`/campaigns/${id}/forecast`, forecast)
  const { disabled, send } = useServerCall()
  const missing = missingWords(campaign)
  const isReady = missing.length === 0 && (server.data?.valid ?? 0) > 0
  const start = async () => {
    if (await send('POST', `/campaigns/${id}/start`)) setOpen(false)
  }
  return (
    <Dialog open={open} onOpenChange={setOpen} onClosed={onClosed} title={t`Iniciar ${name}`} className="max-w-lg">
      <DialogBody className="flex flex-col gap-4">
        <ServerNote {...server} />
        {missing.length > 0 && <Notice tone="warning">{missing.join(' ')}</Notice>}
        <Contents campaign={campaign} data={server.data} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => setOpen(false)}>
          <Trans>Agora não</Trans>
        </Button>
        <Button variant="primary" disabled={disabled || !isReady} onClick={() => void start()}>
          <Trans>Iniciar agora</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Contents({ campaign, data }: { campaign: CampaignRow; data: Forecast | null }) {
  const answered = useAnswered()
  if (!data) return answered ? <Skeleton className="h-48 rounded-lg" /> : null
  return (
    <>
      <Counts data={data} />
      <Duration data={data} />
      {campaign.connectionId !== null && <ServerHealthLight connectionId={campaign.connectionId} />}
      <Examples data={data} />
    </>
  )
}

function Counts({ data: { people, valid, invalid, optedOut, repeated, unchecked } }: { data: Forecast }) {
  const { t } = useLingui()
  const rest = [
    [invalid, t`sem WhatsApp`],
    [optedOut, t`pediram para sair`],
    [repeated, t`repetidos`],
  ] as const
  return (
    <div className="flex flex-col gap-1">
      <p className="text-2xl font-semibold tabular">{plural(valid, { one: '# pessoa', other: '# pessoas' })}</p>
      <p className="text-sm text-muted tabular">
        <Trans>de {people.toLocaleString()} na audiência</Trans>
        {rest.map(([count, words]) => count > 0 && ` · ${count.toLocaleString()} ${words}`)}
      </p>
      {unchecked > 0 && (
        <p className="text-sm text-muted tabular">
          <Trans>
            {unchecked.toLocaleString()} números ainda não verificados: cada um é verificado antes do envio.
          </Trans>
        </p>
      )}
    </div>
  )
}

function Duration({ data: { endsAt, ahead, valid } }: { data: Forecast }) {
  if (valid === 0) return null
  return (
    <p className="text-sm tabular">
      {endsAt ? (
        <Trans>Neste ritmo, a última sai em {formatDateTime(endsAt)}.</Trans>
      ) : (
        <Trans>Neste ritmo leva mais de um ano. Veja o intervalo e o limite por dia nas configurações.</Trans>
      )}{' '}
      {ahead > 0 && <Trans>Outras campanhas desta conexão têm {ahead.toLocaleString()} mensagens por enviar.</Trans>}
    </p>
  )
}

function Examples({ data: { examples } }: { data: Forecast }) {
  const { t } = useLingui()
  const id = useId()
  if (examples.length === 0) return null
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="text-sm font-medium">{t`O que as primeiras pessoas recebem`}</h3>
      {examples.map(({ name, number, question, message }) => (
        <div key={number} className="flex flex-col gap-1">
          <p className="text-xs text-muted tabular">
            <span dir="auto">{name}</span> · {formatPhone(number)}
          </p>
          {question !== null && <Bubble>{question}</Bubble>}
          <Bubble>{message}</Bubble>
        </div>
      ))}
    </section>
  )
}

function Bubble({ children }: { children: string }): ReactNode {
  return (
    <p
      dir="auto"
      className="self-start rounded-lg rounded-tl-sm bg-own px-3 py-2 text-base break-words whitespace-pre-wrap shadow-bubble"
    >
      <Markup text={children} />
    </p>
  )
}
