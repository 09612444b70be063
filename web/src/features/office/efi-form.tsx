// The operator's credentials at Efí. They go to the server, which tries them, and are never shown again.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ChangeEvent, type SubmitEvent } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
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
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (await send('PUT', '/installation/efi', { clientId, clientSecret, certificate: { pfx } })) onSaved()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t`Credenciais da Efí`}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-4">
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
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>
            <Trans>Cancelar</Trans>
          </Button>
          <Button type="submit" variant="primary" disabled={busy || pfx === ''}>
            <Trans>Testar e salvar</Trans>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
