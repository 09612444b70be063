// The operator's credentials at Efí. They go to the server, which tries them, and are never shown again.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ChangeEvent } from 'react'
import { Field } from '../../components/ui/field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useOfficeCall } from './use-office-call.ts'

export function EfiForm({ onClose, onSaved }: { onClose(): void; onSaved(): void }) {
  const { t } = useLingui()
  const [clientId, setClientId] = useState('')
  const [clientSecret, setClientSecret] = useState('')
  const [pfx, setPfx] = useState('')
  const { busy, refused, send } = useOfficeCall()
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // A few thousand bytes.
    setPfx(file ? btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer()))) : '')
  }
  const submit = async () => {
    if (await send('PUT', '/installation/efi', { clientId, clientSecret, certificate: { pfx } })) onSaved()
  }
  return (
    <FormDialog
      title={t`Credenciais da Efí`}
      disabled={busy || pfx === ''}
      action={<Trans>Testar e salvar</Trans>}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={t`Client ID`}
        value={clientId}
        autoComplete="off"
        error={refused['clientId'] ?? refused['credentials']}
        onChange={({ target }) => setClientId(target.value)}
      />
      <Field
        label={t`Client Secret`}
        type="password"
        autoComplete="new-password"
        value={clientSecret}
        error={refused['clientSecret']}
        onChange={({ target }) => setClientSecret(target.value)}
      />
      <Field
        label={t`Certificado (.p12)`}
        type="file"
        accept=".p12,.pfx"
        error={refused['certificate']}
        onChange={(event) => void take(event)}
      />
    </FormDialog>
  )
}
