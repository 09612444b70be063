// The operator's credentials at Efí. They go to the server, which tries them, and are never shown again.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeEvent } from 'react'
import * as v from 'valibot'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { ServerForm } from '../../desk/server/server-form.tsx'

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty())
const fields = { clientId: filled, clientSecret: filled, certificate: filled }

export function EfiForm({ onSaved, onClosed }: { onSaved(): void; onClosed(): void }) {
  const { t } = useLingui()
  const initial = { clientId: '', clientSecret: '', certificate: '' }
  const form = useFormState({ fields, initial, checked: false })
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    form.set({ certificate: file ? await certificateText(file) : '' })
  }
  return (
    <ServerForm
      title={t`Credenciais da Efí`}
      form={form}
      action={<Trans>Testar e salvar</Trans>}
      call={({ certificate, ...rest }) => [
        'PUT',
        '/installation/efi',
        { ...rest, certificate: certificateOf(certificate) },
      ]}
      onSaved={onSaved}
      onClosed={onClosed}
    >
      <Field {...form.field('clientId')} label={t`Client ID`} autoComplete="off" />
      <Field {...form.field('clientSecret')} label={t`Client Secret`} type="password" autoComplete="new-password" />
      <Field
        label={t`Certificado`}
        type="file"
        accept=".p12,.pfx,.pem"
        help={t`O arquivo .p12 que a Efí entrega, ou o mesmo em PEM.`}
        error={form.error('certificate')}
        onChange={(event) => void take(event)}
      />
    </ServerForm>
  )
}

/** PEM as it is, anything else as base64. */
async function certificateText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  // A few thousand bytes.
  return isPem(text) ? text : btoa(String.fromCharCode(...bytes))
}

const isPem = (text: string) => text.includes('-----BEGIN ')

/** A PEM file holds the certificate and its key. */
const certificateOf = (text: string) => (isPem(text) ? { cert: text, key: text } : { pfx: text })
