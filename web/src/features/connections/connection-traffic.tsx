import { ownCompany } from 'db/companies/queries.ts'
import { trafficOf, waitingOf, type TrafficDay } from 'db/connections/queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { localTime } from 'db/bot/opening-hours.ts'
import { useState, type ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useQuery } from '../../sync/client.ts'
import { reasonWords } from './ignored-reasons.ts'
import { differenceOf, ignoredOf, reasonsOf } from './traffic.ts'
import { TrafficDialog } from './traffic-dialog.tsx'

const nothing = { delivered: 0, stored: 0, changed: 0, ignored: {}, sent: 0, refused: 0 }

/** Today's figures, and whether anything that came in is unaccounted for on the days shown. */
export function ConnectionTraffic({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const now = useNow()
  const [open, setOpen] = useState(false)
  const days = useQuery(trafficOf({ connectionId: id }))
  const waiting = useQuery(waitingOf({ connectionId: id })).rows[0]?.count ?? 0
  const timeZone = useQuery(ownCompany()).rows[0]?.timeZone
  if (!days.ready || timeZone === undefined) return null
  const date = localTime(now, timeZone).date
  const today = days.rows.find(({ day }) => day === date) ?? { id: date, day: date, ...nothing }
  return (
    <section aria-label={t`Tráfego de ${name}`} className="flex flex-col gap-2 border-t border-line pt-3">
      {days.rows.length === 0 && waiting === 0 ? (
        <p className="text-sm text-muted">
          <Trans>Nenhuma mensagem passou por aqui ainda.</Trans>
        </p>
      ) : (
        <>
          <Figures today={today} waiting={waiting} />
          <Ignored today={today} />
          <Difference days={days.rows} />
          <div>
            <Button size="sm" onClick={() => setOpen(true)}>
              <Trans>Ver 14 dias</Trans>
            </Button>
          </div>
          <TrafficDialog open={open} onOpenChange={setOpen} name={name} days={days.rows} />
        </>
      )}
    </section>
  )
}

function Figures({ today, waiting }: { today: TrafficDay; waiting: number }) {
  const { t } = useLingui()
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:flex sm:flex-wrap">
      <Figure label={t`Recebidas hoje`}>{today.delivered}</Figure>
      <Figure label={t`Guardadas`}>{today.stored + today.changed}</Figure>
      <Figure label={t`Ignoradas`}>{ignoredOf(today)}</Figure>
      <Figure label={t`Enviadas`}>{today.sent}</Figure>
      {today.refused > 0 && <Figure label={t`Recusadas`}>{today.refused}</Figure>}
      {waiting > 0 && <Figure label={t`Aguardando envio`}>{waiting}</Figure>}
    </dl>
  )
}

/** They are no loss, and have a reason each. */
function Ignored({ today }: { today: TrafficDay }) {
  const { t, i18n } = useLingui()
  const reasons = reasonsOf([today]).map(([reason, count]) => `${reasonWords(reason)} (${count})`)
  const listed = new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(reasons)
  if (reasons.length === 0) return null
  return (
    <p className="text-sm text-muted">{t`Ignoradas não são perdidas: não eram conversa com um cliente. Hoje: ${listed}.`}</p>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-base font-medium tabular">{children}</dd>
    </div>
  )
}

function Difference({ days }: { days: readonly TrafficDay[] }) {
  const { t } = useLingui()
  const missing = days.reduce((sum, day) => sum + Math.abs(differenceOf(day)), 0)
  const count = plural(missing, {
    one: '# mensagem recebida ainda não foi guardada.',
    other: '# mensagens recebidas ainda não foram guardadas.',
  })
  if (missing === 0) return <p className="text-sm text-good">{t`Nada perdido`}</p>
  const advice = t`Elas são guardadas assim que a conexão abre de novo. Se o aviso continuar, confira a conversa no celular.`
  return <Notice tone="warning">{[count, advice].join(' ')}</Notice>
}
