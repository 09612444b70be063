// How the company does: what is open now, by queue and person, and what became of some days, with the days before to compare. Read from the
// server; the device's own tickets only say when there is news. Without network it is what was last read, with its time.
import { Trans, useLingui } from '@lingui/react/macro'
import { ticketCounts } from 'db/tickets/list-queries.ts'
import { useEffect, useState } from 'react'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useAnswered } from '../../desk/server/use-online.ts'
import { NoNumberNotice } from '../../desk/number/no-number.tsx'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useNow } from '../../lib/use-now.ts'
import { formatTime } from '../../lib/text/date-time.ts'
import { useQuery } from '../../sync/client.ts'
import { dashboard, type Dashboard } from './answers.ts'
import { AttendantsTable } from './attendants-table.tsx'
import { Behind, type Shown } from './behind.tsx'
import { DaysChart, HoursChart } from './charts.tsx'
import { Download } from './download.tsx'
import { Filter } from './filter.tsx'
import { HeatMap } from './heat-map.tsx'
import { NowFigures } from './now-figures.tsx'
import { PeriodFigures } from './period-figures.tsx'
import { queryOf, type PeriodSearch } from './period.ts'
import { QueuesTable } from './queues-table.tsx'
import { Panel } from './panel.tsx'

export function DashboardPage({ search }: { search: PeriodSearch }) {
  const { t } = useLingui()
  const query = queryOf(search)
  const path = `/dashboard?${new URLSearchParams(query)}`
  const server = useServerData(path, dashboard, { kept: true })
  useNews(server.reload)
  const [last, setLast] = useState(server)
  if (server.data !== null && server.data !== last.data) setLast(server)
  const answered = useAnswered()
  const [shown, setShown] = useState<Shown | null>(null)
  // Until another period is read there is the one before; without network it would stand for it.
  const { data, at } = server.data === null && answered ? last : server
  return (
    <>
      <ResourcePage title={t`Dashboard`} purpose={<Purpose at={at} />} action={data && <Download data={data} />}>
        <div className="flex flex-1 flex-col gap-6" aria-busy={server.data === null}>
          <ServerNote {...server} />
          <NoNumberNotice>
            <Trans>
              Espera, duração e notas de cada fila e pessoa, por exemplo “espera média: 3 min”, começam com a primeira
              conversa.
            </Trans>
          </NoNumberNotice>
          {data && at ? (
            <Contents data={data} at={at} search={search} onShow={setShown} isOld={server.data === null} />
          ) : (
            <Nothing />
          )}
        </div>
      </ResourcePage>
      {shown && <Behind shown={shown} query={query} onClosed={() => setShown(null)} />}
    </>
  )
}

function Purpose({ at }: { at: Date | null }) {
  const { t } = useLingui()
  const answered = useAnswered()
  return (
    <>
      <Trans>O atendimento agora e no período.</Trans>{' '}
      {at && answered && <span className="tabular">{t`Lido às ${formatTime(at)}.`}</span>}
    </>
  )
}

const lookMs = 30_000
/** What the device shows at once reaches the server a little later. */
const settleMs = 1_500

/** Read again when the device's tickets move, and from time to time for what moves elsewhere. */
function useNews(reload: () => void) {
  const [counts] = useQuery(ticketCounts({ userId: useActor().userId, queueIds: null })).rows
  const moved = counts && `${counts.open}/${counts.pending}`
  useEffect(() => {
    if (moved === undefined) return
    const timer = setTimeout(reload, settleMs)
    return () => clearTimeout(timer)
  }, [moved, reload])
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), lookMs)
    return () => clearInterval(timer)
  }, [reload])
}

function Nothing() {
  if (!useAnswered()) return null
  return (
    <div className="flex flex-col gap-3">
      <div className="grid-figures gap-3 lg:grid-cols-4">
        {[1, 2, 3, 4].map((at) => (
          <Skeleton key={at} className="h-24 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </div>
  )
}

interface ContentsProps {
  data: Dashboard
  /** When it was read. */
  at: Date
  search: PeriodSearch
  /** Of another period than the one that is being read. */
  isOld: boolean
  onShow(shown: Shown): void
}

function Contents({ data, at, search, isOld, onShow }: ContentsProps) {
  const { t } = useLingui()
  const present = useNow()
  // Without network nobody knows whether they still wait.
  const now = useAnswered() ? present : at
  return (
    <>
      <section aria-label={t`Agora`} className="flex flex-col gap-3">
        <NowFigures data={data} now={now} onShow={onShow} />
        <div className="grid gap-3 lg:grid-cols-2">
          <Panel title={t`Filas`}>
            <QueuesTable data={data} now={now} onShow={onShow} />
          </Panel>
          <Panel title={t`Atendimentos de hoje por hora`}>
            <HoursChart data={data} onShow={onShow} />
          </Panel>
        </div>
      </section>
      <section aria-label={t`Período`} className="flex flex-col gap-3 border-t border-line pt-6">
        <Filter key={JSON.stringify(search)} search={search} today={data.today} />
        <div className={isOld ? 'flex flex-col gap-3 opacity-60' : 'flex flex-col gap-3'}>
          <PeriodFigures data={data} onShow={onShow} />
          <Panel title={t`Abertos e finalizados por dia`}>
            <DaysChart data={data} onShow={onShow} />
          </Panel>
          <Panel title={t`Quando os clientes chamam`}>
            <HeatMap data={data} onShow={onShow} />
          </Panel>
          <Panel title={t`Atendentes`}>
            <AttendantsTable data={data} onShow={onShow} />
          </Panel>
        </div>
      </section>
    </>
  )
}
