// A secret that the server answers once: shown to be copied, and never again.
import { useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { Field } from '../../components/ui/field.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { toastDone, toastError } from '../../lib/app/toast.ts'

export function ShownOnce({ label, secret }: { label: string; secret: string }) {
  const { t } = useLingui()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toastDone(t`Copiado.`)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Field
      label={label}
      value={secret}
      readOnly
      help={t`Copie agora: ele não será mostrado de novo.`}
      onFocus={(event) => event.target.select()}
      end={
        <IconButton label={t`Copiar ${label}`} onClick={() => void copy()}>
          <Copy />
        </IconButton>
      }
    />
  )
}
