// Over which connection something goes on.
import { useLingui } from '@lingui/react/macro'
import { connectionChoices } from 'db/connections/queries.ts'
import { Select } from '../../components/ui/inputs/select.tsx'
import { useQuery } from '../../sync/client.ts'

interface ConnectionFieldProps {
  label?: string
  value: string | null
  /** One that is no choice. */
  except?: string
  /** What null means, where it is a choice too. */
  none?: string
  help?: string
  error?: string | null
  onChange(id: string | null): void
}

export function ConnectionField({ label, value, except, none, onChange, ...notes }: ConnectionFieldProps) {
  const { t } = useLingui()
  const rows = useQuery(connectionChoices()).rows.filter(({ id }) => id !== except)
  return (
    <Select
      label={label ?? t`Conexão`}
      placeholder={t`Escolha a conexão`}
      value={value}
      options={[
        ...(none === undefined ? [] : [{ value: null, label: none }]),
        ...rows.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...notes}
      onChange={onChange}
    />
  )
}
