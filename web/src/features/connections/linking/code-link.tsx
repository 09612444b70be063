// Linking by a code: its owner names the number here, and types on that phone what is shown.
import type { ConnectionRow } from 'db/connections/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { formatPhone } from '../../../lib/text/phone-number.ts'
import { toastError } from '../../../lib/app/toast.ts'
import { mutate } from '../../../sync/client.ts'
import { groupsOfFour } from './pairing-digits.ts'
import { Step, StepList } from './steps.tsx'
import type { Linking } from './use-linking.ts'
import { useNumberReader } from '../../../desk/contacts/use-number-reader.ts'
import { useOnline } from '../../../desk/server/use-online.ts'

interface CodeLinkProps {
  connection: ConnectionRow
  linking: Linking
}

export function CodeLink({ connection, linking: { pairingCode, pairingNumber } }: CodeLinkProps) {
  const isLinking = connection.status === 'OPENING' || connection.status === 'qrcode'
  return (
    <div className="grid gap-6 sm:grid-cols-[16.5rem_1fr]">
      <div className="flex flex-col gap-4">
        <NumberForm key={connection.id} connection={connection} />
        {isLinking && pairingNumber !== null && <PairingCode code={pairingCode} number={pairingNumber} />}
      </div>
      <StepList>
        <Step number={1}>
          <Trans>Diga o número do WhatsApp da empresa e gere o código.</Trans>
        </Step>
        <Step number={2}>
          <Trans>
            No celular, em <strong>Aparelhos conectados</strong>, toque em <strong>Conectar um aparelho</strong> e
            depois em <strong>Conectar com número de telefone</strong>.
          </Trans>
        </Step>
        <Step number={3}>
          <Trans>Digite o código que aparece aqui.</Trans>
        </Step>
      </StepList>
    </div>
  )
}

function NumberForm({ connection: { id, status, number } }: { connection: ConnectionRow }) {
  const { t } = useLingui()
  const online = useOnline()
  const [text, setText] = useState(number === null ? '' : formatPhone(number))
  const [checked, setChecked] = useState(false)
  const reader = useNumberReader(number)
  const digits = reader.read(text)
  const canAsk = online && (status === 'DISCONNECTED' || status === 'OPENING' || status === 'qrcode')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (digits !== null) mutate('connection.start', { id, pairingNumber: digits }).catch(toastError)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label={t`Número do celular`}
        help={t`Com código do país e DDD.`}
        error={checked ? reader.problem(text) : null}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="+55 11 91234-5678"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={!canAsk}>
        <Trans>Gerar código</Trans>
      </Button>
    </form>
  )
}

function PairingCode({ code, number }: { code: string | null; number: string }) {
  const { t } = useLingui()
  const phone = formatPhone(number)
  return (
    <div className="rounded-lg border border-line bg-surface p-4 text-center">
      <p className="text-sm text-muted">{t`Digite em ${phone}`}</p>
      <output aria-label={t`Código de pareamento`} className="mt-1 block text-xl font-semibold tracking-widest tabular">
        {code === null ? <Trans>Gerando o código…</Trans> : groupsOfFour(code)}
      </output>
    </div>
  )
}
