import { Trans, useLingui } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import type { SettingField } from '../../lib/text/setting-words.ts'
import { CopilotRow } from './copilot-row.tsx'
import { BillingSecrets } from './billing-secrets.tsx'
import { SettingRow } from './setting-row.tsx'
import { AreaCodeRow, CountryRow } from './number-place-rows.tsx'
import { TimeZoneRow } from './time-zone-row.tsx'
import type { Company } from './use-company.ts'

export function OptionsTab({ company }: { company: Company }) {
  const { t } = useLingui()
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm text-muted">
        {company.mayEdit ? (
          <Trans>Cada mudança é salva na hora.</Trans>
        ) : (
          <Trans>Só administradores mudam as configurações.</Trans>
        )}
      </p>
      <Group
        title={t`Atendimentos`}
        company={company}
        fields={[
          'sendGreetingAccepted',
          'sendMsgTransfTicket',
          'userRating',
          'reopenWindowMinutes',
          'archiveAfterDays',
        ]}
      />
      <Group title={t`O que chega`} company={company} fields={['checkMsgIsGroup', 'call']} />
      <Group title={t`Chatbot`} company={company} fields={['scheduleType', 'chatBotType']} />
      <Group title={t`Equipe`} company={company} fields={['userCreation', 'devicesPerUser', 'requireSecondFactor']} />
      {company.company.features.includes('useOpenAi') && (
        <Group title={t`Inteligência artificial`} company={company} fields={[]}>
          <CopilotRow of={company} />
        </Group>
      )}
      {company.company.features.includes('useIntegrations') && (
        <Group title={t`Sistemas de cobrança`} company={company} fields={[]}>
          <BillingSecrets mayEdit={company.mayEdit} />
        </Group>
      )}
      <Group title={t`Empresa`} company={company} fields={[]}>
        <TimeZoneRow of={company} />
        <CountryRow of={company} />
        <AreaCodeRow of={company} />
      </Group>
    </div>
  )
}

interface GroupProps {
  title: string
  fields: readonly SettingField[]
  company: Company
  /** After them. */
  children?: ReactNode
}

function Group({ title, fields, company, children }: GroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-sm font-medium text-muted">
        {title}
      </h2>
      <div className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4 *:py-4">
        {fields.map((field) => (
          <SettingRow key={field} field={field} of={company} />
        ))}
        {children}
      </div>
    </section>
  )
}
