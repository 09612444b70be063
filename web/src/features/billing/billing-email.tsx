import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useAnswered } from '../../desk/server/use-online.ts'
import { toastDone, toastError } from '../../lib/app/toast.ts'
import { authorizedFetch, errorOf } from '../../sync/session-client.ts'

const fields = { email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254)) }

interface BillingEmailProps {
  email: string
  onSaved(): void
}

/** Where bills are sent. */
export function BillingEmail({ email, onSaved }: BillingEmailProps) {
  const { t } = useLingui()
  const form = useFormState({ fields, initial: { email }, checked: false })
  const [busy, setBusy] = useState(false)
  const answered = useAnswered()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const output = form.check()
    if (output === null) return
    setBusy(true)
    try {
      await save(output.email)
      toastDone(t`Operação atualizada com sucesso.`)
      onSaved()
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex items-start gap-2">
      <Field
        {...form.field('email')}
        label={t`E-mail de cobrança`}
        help={t`As faturas são enviadas para este endereço.`}
        type="email"
        inputMode="email"
        autoComplete="email"
        className="min-w-0 flex-1 sm:max-w-90"
      />
      <Button type="submit" size="lg" className="mt-5.5" disabled={busy || !answered || !form.dirty}>
        <Trans>Salvar</Trans>
      </Button>
    </form>
  )
}

async function save(email: string) {
  const response = await authorizedFetch('/api/subscription/email', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  if (!response.ok) throw await errorOf(response)
}
