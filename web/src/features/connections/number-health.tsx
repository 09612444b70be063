// The health of a connection's number on its card: a light with two facts, and behind it the last seven days. Asked of the server.
import { Trans, useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { useState } from 'react'
import { Fact } from '../../components/fact-sheet.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx'
import { HealthLight } from '../../desk/number/health-light.tsx'
import { healthAnswer, type NumberHealth as Health } from 'db/campaigns/health.ts'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { usePlanFeatures } from '../../desk/guards/use-plan-features.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useFailureWords } from '../../lib/text/failure-words.ts'
import { DayTable } from './day-table.tsx'
import type { ListedConnection } from './use-connection-list.ts'

export function NumberHealth({ connection: { id, name, number } }: { connection: ListedConnection }) {
  const mayView = hasPermission(useActor(), 'campaigns-page:view')
  const { features } = usePlanFeatures()
  if (!mayView || !features.has('useCampaigns') || number === null) return null
  return <Light id={id} name={name} />
}

function Light({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { data } = useServerData(`/connections/${id}/health`, healthAnswer)
  if (!data) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
      <HealthLight health={data} />
      <Button size="sm" onClick={() => setOpen(true)}>
        <Trans>Saúde do número</Trans>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t`Saúde do número de ${name}`}
        description={t`Últimos 7 dias. Só o que o WhatsApp diz: quem bloqueou o número ele não conta.`}
        className="max-w-2xl"
      >
        <DialogBody className="flex flex-col gap-4 pb-4">
          <HealthLight health={data} />
          <Facts health={data} />
          <Days health={data} />
          <Failures health={data} />
        </DialogBody>
      </Dialog>
    </div>
  )
}

function Facts({ health: { ageDays, sentToday, cap } }: { health: Health }) {
  const { t } = useLingui()
  const left = cap === null ? t`sem limite` : Math.max(0, cap - sentToday).toLocaleString()
  return (
    <dl className="grid grid-cols-3 gap-4">
      <Fact label={t`Conectado aqui há`}>{ageDays === 1 ? t`1 dia` : t`${ageDays} dias`}</Fact>
      <Fact label={t`Campanhas hoje`}>{sentToday.toLocaleString()}</Fact>
      <Fact label={t`Ainda cabem hoje`}>{left}</Fact>
    </dl>
  )
}

function Days({ health: { days } }: { health: Health }) {
  const { t } = useLingui()
  const columns: { label: string; of(day: Health['days'][number]): string }[] = [
    { label: t`Conversas começadas por nós`, of: ({ begun }) => String(begun) },
    { label: t`Respondidas`, of: ({ answered }) => String(answered) },
    { label: t`Saíram`, of: ({ stopped }) => String(stopped) },
    { label: t`Enviadas`, of: ({ sent }) => String(sent) },
    { label: t`Falharam`, of: ({ failed }) => String(failed) },
    { label: t`Pausa`, of: ({ pause }) => (pause === null ? '—' : `${pause} s`) },
  ]
  return <DayTable days={days} columns={columns} />
}

function Failures({ health: { failures } }: { health: Health }) {
  const { t } = useLingui()
  const failureWords = useFailureWords()
  if (failures.length === 0) return <p className="text-sm text-muted">{t`Nenhuma recusa do WhatsApp.`}</p>
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {failures.map(({ error, count }) => (
        <li key={error}>
          <span className="font-medium tabular">{count}×</span> {failureWords(error)}
        </li>
      ))}
    </ul>
  )
}
