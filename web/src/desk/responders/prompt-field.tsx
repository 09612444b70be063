// Which prompt answers the customers of a connection or a queue; shown where the plan has them.
import { promptChoices } from 'db/prompts/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Select } from '../../components/ui/inputs/select.tsx'
import { useQuery } from '../../sync/client.ts'
import { usePlanFeatures } from '../guards/use-plan-features.ts'

interface PromptFieldProps {
  value: string | null
  help: string
  onChange(id: string | null): void
}

export function PromptField({ value, help, onChange }: PromptFieldProps) {
  const { t } = useLingui()
  const { features } = usePlanFeatures()
  const { rows } = useQuery(promptChoices())
  if (!features.has('useOpenAi')) return null
  return (
    <Select
      label={t`Prompt`}
      placeholder={t`Nenhum`}
      value={value}
      options={[{ value: null, label: t`Nenhum` }, ...rows.map(({ id, name }) => ({ value: id, label: name }))]}
      help={help}
      onChange={onChange}
    />
  )
}
