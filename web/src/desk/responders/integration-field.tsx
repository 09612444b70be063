// Which integration answers the customers of a connection or a queue; shown where the plan has them.
import { integrationChoices } from 'db/integrations/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Select } from '../../components/ui/inputs/select.tsx'
import { useQuery } from '../../sync/client.ts'
import { usePlanFeatures } from '../guards/use-plan-features.ts'

interface IntegrationFieldProps {
  value: string | null
  help: string
  onChange(id: string | null): void
}

export function IntegrationField({ value, help, onChange }: IntegrationFieldProps) {
  const { t } = useLingui()
  const { features } = usePlanFeatures()
  const { rows } = useQuery(integrationChoices())
  if (!features.has('useIntegrations')) return null
  return (
    <Select
      label={t`Integração`}
      placeholder={t`Nenhuma`}
      value={value}
      options={[{ value: null, label: t`Nenhuma` }, ...rows.map(({ id, name }) => ({ value: id, label: name }))]}
      help={help}
      onChange={onChange}
    />
  )
}
