// Instalação: whether companies open by themselves, and how they pay.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { SwitchRow } from '../../components/ui/switch.tsx'
import { useServerData } from '../../desk/use-server-data.ts'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { installation, type Installation } from './answers.ts'
import { EfiForm } from './efi-form.tsx'
import { OfficeSection } from './office-section.tsx'
import { useOfficeCall } from './use-office-call.ts'

export function InstallationTab() {
  const server = useServerData('/installation', installation)
  return (
    <OfficeSection server={server}>
      {(settings) => (
        <>
          <General settings={settings} onSaved={server.reload} />
          <Efi settings={settings} onSaved={server.reload} />
        </>
      )}
    </OfficeSection>
  )
}

interface PartProps {
  settings: Installation
  onSaved(): void
}

function General({ settings, onSaved }: PartProps) {
  const { t } = useLingui()
  const [values, setValues] = useState(settings)
  const { busy, refused, send } = useOfficeCall()
  const text = (key: 'contact' | 'pixKey' | 'pixName' | 'pixCity') => ({
    value: values[key],
    error: refused[key],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [key]: target.value }),
  })
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { signup, contact, pixKey, pixName, pixCity } = values
    if (await send('PUT', '/installation', { signup, contact, pixKey, pixName, pixCity })) onSaved()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <SwitchRow
        label={t`Criar conta pela internet`}
        checked={values.signup}
        onChange={(signup) => setValues({ ...values, signup })}
      >
        <Trans>Qualquer pessoa abre uma empresa em teste de 3 dias.</Trans>
      </SwitchRow>
      <Field {...text('contact')} label={t`Contato`} help={t`A quem perguntar sobre contas e faturas.`} />
      <Field
        {...text('pixKey')}
        label={t`Chave Pix`}
        help={t`CPF, CNPJ, e-mail, telefone com +55 ou chave aleatória.`}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...text('pixName')} label={t`Nome de quem recebe`} />
        <Field {...text('pixCity')} label={t`Cidade de quem recebe`} />
      </div>
      {settings.pixKey === '' && (
        <Notice tone="warning">
          <Trans>Sem chave Pix ninguém consegue pagar por aqui.</Trans>
        </Notice>
      )}
      <Button type="submit" variant="primary" className="self-start" disabled={busy}>
        <Trans>Salvar</Trans>
      </Button>
    </form>
  )
}

function Efi({ settings: { pixProvider, pixKey, efi }, onSaved }: PartProps) {
  const [open, setOpen] = useState(false)
  const { busy, send } = useOfficeCall()
  const forget = async () => {
    if (await send('DELETE', '/installation/efi')) onSaved()
  }
  const since = efi ? formatDateTime(efi.setAt) : ''
  const who = efi?.by ?? '—'
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <h2 className="text-base font-medium">
        <Trans>Recebimento por Pix</Trans>
      </h2>
      <p className="text-sm text-muted">
        {pixProvider === 'efi' ? (
          <Trans>
            Pela Efí: o pagamento é reconhecido sozinho. Credenciais guardadas em {since} por {who}.
          </Trans>
        ) : (
          <Trans>Manual: você confere o extrato e marca a fatura como paga, em Empresas.</Trans>
        )}
      </p>
      {efi && !efi.webhook && (
        <Notice>
          <Trans>Sem endereço público a Efí não avisa: os pagamentos são procurados a cada minuto.</Trans>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={pixKey === ''} onClick={() => setOpen(true)}>
          {efi ? <Trans>Trocar credenciais da Efí</Trans> : <Trans>Usar a Efí</Trans>}
        </Button>
        {efi && (
          <Button disabled={busy} onClick={() => void forget()}>
            <Trans>Voltar ao manual</Trans>
          </Button>
        )}
      </div>
      {open && (
        <EfiForm
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false)
            onSaved()
          }}
        />
      )}
    </section>
  )
}
