import { ownCompany } from 'db/companies/queries.ts'
import { companySettings } from 'db/settings/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { defaultSettings, type Settings } from 'db/settings/table.ts'
import { HoursEditor } from '../../components/hours-editor/hours-editor.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { zoneName } from '../../lib/text/time-zones.ts'
import { useQuery } from '../../sync/client.ts'
import type { QueueFormState } from './queue-form.tsx'

export function QueueHoursTab({ form }: { form: QueueFormState }) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(companySettings())
  const { scheduleType } = rows[0] ?? defaultSettings
  const company = useQuery(ownCompany()).rows[0]
  const zone = company && zoneName(company.timeZone)
  return (
    <div className="flex flex-col gap-4">
      {ready && scheduleType !== 'queue' && (
        <Notice tone="warning">
          <NotCounting scheduleType={scheduleType} />{' '}
          <Link to="/settings" className="font-medium underline">
            <Trans>Abrir as configurações</Trans>
          </Link>
        </Notice>
      )}
      <HoursEditor
        label={t`Tem horário de atendimento`}
        help={t`Desligado: a fila está sempre aberta.`}
        value={form.values.hours}
        onChange={(hours) => form.set({ hours })}
      />
      {zone && (
        <p className="text-sm text-muted">
          <Trans>No fuso horário da empresa: {zone}.</Trans>
        </p>
      )}
    </div>
  )
}

function NotCounting({ scheduleType }: { scheduleType: Exclude<Settings['scheduleType'], 'queue'> }) {
  if (scheduleType === 'company') {
    return (
      <Trans>
        Por enquanto vale o horário da empresa. Estes contam quando as configurações usarem os horários das filas.
      </Trans>
    )
  }
  return (
    <Trans>Por enquanto nenhum horário vale. Estes contam quando as configurações usarem os horários das filas.</Trans>
  )
}
