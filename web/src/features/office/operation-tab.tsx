// Operação: how the installation does now. Asked again every few seconds while somebody looks.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { formatFileSize } from '../../lib/media/file-size.ts'
import { formatDelay } from '../../lib/text/delay.ts'
import { operationAnswer, type Operation } from 'db/operation/answer.ts'
import { OfficeSection } from './office-section.tsx'

const everyMs = 5000

export function OperationTab() {
  const server = useServerData('/installation/operation', operationAnswer)
  const { reload } = server
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), everyMs)
    return () => clearInterval(timer)
  }, [reload])
  return (
    <OfficeSection server={server}>
      {(now) => (
        <>
          <Delays {...now} />
          <Companies {...now} />
          <div className="grid gap-4 lg:grid-cols-2">
            <Work {...now} />
            <Machine {...now} />
          </div>
        </>
      )}
    </OfficeSection>
  )
}

function useDelayNames() {
  const { t } = useLingui()
  return {
    in: t`Do WhatsApp ao banco`,
    device: t`Do banco aos aparelhos`,
    ack: t`Do envio à confirmação`,
  } as const
}

const kinds = ['in', 'device', 'ack'] as const

function Delays({ delays: { all } }: Operation) {
  const names = useDelayNames()
  return (
    <section>
      <Title>
        <Trans>Última hora</Trans>
      </Title>
      <dl className="grid gap-3 sm:grid-cols-3">
        {kinds.map((kind) => (
          <div key={kind} className="rounded-lg border border-line bg-surface px-4 py-3">
            <dt className="text-sm text-muted">{names[kind]}</dt>
            <dd className="text-xl font-semibold tabular">
              {all[kind].p50 === null ? '–' : formatDelay(all[kind].p50)}
            </dd>
            <dd className="text-xs text-muted tabular">
              <Rest {...all[kind]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Beside the half: nearly all, and of how many. */
function Rest({ p95, count }: Operation['delays']['all']['in']) {
  const { i18n } = useLingui()
  if (p95 === null) return <Trans>nada nesta hora</Trans>
  const [most, all] = [formatDelay(p95), i18n.number(count)]
  return (
    <Trans>
      95% em {most} · {all} mensagens
    </Trans>
  )
}

function Companies({ delays: { companies } }: Operation) {
  const { t } = useLingui()
  const names = useDelayNames()
  if (companies.length === 0) return null
  return (
    <section>
      <Title>
        <Trans>Por empresa: metade · 95%</Trans>
      </Title>
      {/* Wider than the screen it is moved sideways, by keys too. */}
      <div
        className="overflow-x-auto rounded-lg border border-line bg-surface"
        role="region"
        aria-label={t`Por empresa: metade · 95%`}
        tabIndex={0}
      >
        <table className="w-full text-sm tabular">
          <thead>
            <tr className="border-b border-line text-left text-xs text-muted">
              <th scope="col" className="px-4 py-2 font-medium">
                <Trans>Empresa</Trans>
              </th>
              {kinds.map((kind) => (
                <th key={kind} scope="col" className="px-4 py-2 font-medium whitespace-nowrap">
                  {names[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {companies.map(({ id, name, delays }) => (
              <tr key={id}>
                <th scope="row" className="max-w-56 truncate px-4 py-2 text-left font-normal">
                  {name}
                </th>
                {kinds.map((kind) => (
                  <td key={kind} className="px-4 py-2 whitespace-nowrap">
                    {bothOf(delays[kind])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const bothOf = ({ p50, p95 }: Operation['delays']['all']['in']) =>
  p50 === null || p95 === null ? '–' : `${formatDelay(p50)} · ${formatDelay(p95)}`

function Work({ queues, connections, leases, workers, devices, failingDevices }: Operation) {
  const { t } = useLingui()
  const busy = queues.filter(({ due, failed }) => due + failed > 0)
  const up = connections.find(({ status }) => status === 'CONNECTED')?.count ?? 0
  const all = connections.reduce((sum, { count }) => sum + count, 0)
  return (
    <Facts title={t`Trabalho`}>
      <Fact name={t`Conexões de pé`} value={t`${up} de ${all}`} alarming={leases < up} />
      <Fact name={t`Conexões com worker`} value={String(leases)} alarming={leases < up} />
      <Fact name={t`Workers`} value={String(workers)} />
      <Fact name={t`Aparelhos que não puderam ser notificados`} value={t`${failingDevices} de ${devices}`} />
      {busy.length === 0 && <Fact name={t`Filas`} value={t`nada à espera`} />}
      {busy.map(({ name, due, oldest, failed }) => (
        <Fact
          key={name}
          name={name}
          value={[t`${due} à espera`, due > 0 && formatDelay(oldest * 1000), failed > 0 && t`${failed} desistências`]
            .filter(Boolean)
            .join(' · ')}
          alarming={oldest > 60}
        />
      ))}
    </Facts>
  )
}

const alarmingWal = 1024 ** 3

function Machine({ slots, databaseBytes, memoryBytes, heapBytes, loopDelayMs }: Operation) {
  const { t } = useLingui()
  return (
    <Facts title={t`Máquina`}>
      <Fact name={t`Banco de dados`} value={formatFileSize(databaseBytes)} />
      {slots.map(({ name, kept, active }) => (
        <Fact
          key={name}
          name={t`WAL retido por ${name}`}
          value={active ? formatFileSize(kept) : t`${formatFileSize(kept)}, ninguém lê`}
          alarming={!active || kept > alarmingWal}
        />
      ))}
      <Fact name={t`Memória do servidor e do motor`} value={formatFileSize(memoryBytes)} />
      <Fact name={t`Dela, objetos`} value={formatFileSize(heapBytes)} />
      <Fact name={t`Espera no servidor (p99)`} value={formatDelay(loopDelayMs)} alarming={loopDelayMs > 500} />
    </Facts>
  )
}

function Title({ children }: { children: ReactNode }) {
  return <h2 className="mb-2 text-sm font-medium text-muted">{children}</h2>
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title>{title}</Title>
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface">{children}</dl>
    </section>
  )
}

function Fact({ name, value, alarming = false }: { name: string; value: string; alarming?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 px-4 py-2 text-sm">
      <dt className="min-w-0 break-words text-muted">{name}</dt>
      <dd className={alarming ? 'shrink-0 font-medium tabular text-danger' : 'shrink-0 tabular'}>{value}</dd>
    </div>
  )
}
