// Instalação: whether companies open by themselves, and how they pay.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { installation, type Installation } from './answers.ts'
import { EfiForm } from './efi-form.tsx'
import { OfficeSection } from './office-section.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'

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

const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max))
const fields = { signup: v.boolean(), contact: line(200), pixKey: line(77), pixName: line(100), pixCity: line(100) }

function General({ settings, onSaved }: PartProps) {
  const { t } = useLingui()
  const form = useFormState({ fields, initial: settings, checked: false })
  const { disabled, send } = useServerCall((words) => form.refuse(words))
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const output = form.check()
    const done = output && (await send('PUT', '/installation', output))
    if (!done) return
    // The Pix key as the directory has it.
    form.restart(v.parse(installation, done.answer))
    onSaved()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <SwitchRow
        label={t`Criar conta pela internet`}
        checked={form.values.signup}
        onChange={(signup) => form.set({ signup })}
      >
        <Trans>Qualquer pessoa abre uma empresa em teste de 3 dias.</Trans>
      </SwitchRow>
      <Field {...form.field('contact')} label={t`Contato`} help={t`A quem perguntar sobre contas e faturas.`} />
      <Field
        {...form.field('pixKey')}
        label={t`Chave Pix`}
        help={t`CPF, CNPJ, e-mail, telefone com +55 ou chave aleatória.`}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...form.field('pixName')} label={t`Nome de quem recebe`} />
        <Field {...form.field('pixCity')} label={t`Cidade de quem recebe`} />
      </div>
      {settings.pixKey === '' && (
        <Notice tone="warning">
          <Trans>Sem chave Pix ninguém consegue pagar por aqui.</Trans>
        </Notice>
      )}
      <Button type="submit" variant="primary" className="self-start" disabled={disabled || !form.dirty}>
        <Trans>Salvar</Trans>
      </Button>
    </form>
  )
}

function Efi({ settings: { pixProvider, pixKey, efi }, onSaved }: PartProps) {
  const [open, setOpen] = useState(false)
  const { disabled, send } = useServerCall()
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
        <Button disabled={disabled || pixKey === ''} onClick={() => setOpen(true)}>
          {efi ? <Trans>Trocar credenciais da Efí</Trans> : <Trans>Usar a Efí</Trans>}
        </Button>
        {efi && (
          <Button disabled={disabled} onClick={() => void forget()}>
            <Trans>Voltar ao manual</Trans>
          </Button>
        )}
      </div>
      {open && <EfiForm onSaved={onSaved} onClosed={() => setOpen(false)} />}
    </section>
  )
}
