import { useLingui } from '@lingui/react/macro'
import { Field } from '../../components/ui/field.tsx'

interface CodeFieldProps {
  code: string
  onChange(code: string): void
  onEnter(): void
}

export function CodeField({ code, onChange, onEnter }: CodeFieldProps) {
  const { t } = useLingui()
  return (
    <Field
      label={t`Código de seis números`}
      value={code}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
