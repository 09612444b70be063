// Credentials of the company's own billing systems: each is saved by itself, on the server alone, and never shown again.
import { Trans, useLingui } from '@lingui/react/macro'
import { billingColumns, billingKeys, type BillingKey } from 'db/billing-lookup/credentials.ts'
import { useState, type SyntheticEvent } from 'react'
import * as v from 'valibot'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { toastFailure } from '../../desk/server/server-call.ts'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useOnline } from '../../desk/server/use-online.ts'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { toastDone } from '../../lib/app/toast.ts'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { authorizedFetch, errorOf } from '../../sync/session-client.ts'

const setSchema = v.object({
  setAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
  by: v.nullable(v.string()),
  hint: v.string(),
})
const facts = v.array(v.object({ key: v.picklist(billingKeys), set: v.nullable(setSchema) }))
type SecretSet = v.InferOutput<typeof setSchema>

export function BillingSecrets({ mayEdit }: { mayEdit: boolean }) {
  const server = useServerData('/settings/billing', facts)
  const words = useKeyWords()
  const { data, reload } = server
  return (
    <>
      <div className="flex flex-col gap-2">
        <p className="text-sm text-muted">
          <Trans>
            Nas filas com a consulta de cobranças ligada, o chatbot procura aqui as cobranças em aberto do cliente. O
            que for salvo não aparece de novo. O endereço precisa ser público, com https e certificado válido.
          </Trans>
        </p>
        <ServerNote {...server} />
        {data === null && <Skeleton className="h-40 rounded-md" />}
      </div>
      {data?.map(({ key, set }) => (
        <SecretRow key={key} name={key} {...words[key]} set={set} mayEdit={mayEdit} onChanged={reload} />
      ))}
    </>
  )
}

interface Words {
  label: string
  /** What is wrong with another value. */
  problem: string
}

function useKeyWords(): Record<BillingKey, Words> {
  const { t } = useLingui()
  const [address, token] = [t`Um endereço que começa com https://`, t`Sem espaços, como o sistema mostra.`]
  return {
    asaas: { label: t`Chave da API do Asaas`, problem: token },
    ipixc: { label: t`Endereço do IXC`, problem: address },
    tokenixc: { label: t`Token do IXC`, problem: token },
    ipmkauth: { label: t`Endereço do MK-Auth`, problem: address },
    clientidmkauth: { label: t`Client ID do MK-Auth`, problem: token },
    clientsecretmkauth: { label: t`Client secret do MK-Auth`, problem: token },
  }
}

interface SecretRowProps extends Words {
  name: BillingKey
  /** Null: it is not. */
  set: SecretSet | null
  mayEdit: boolean
  onChanged(): void
}

function SecretRow({ name, label, problem, set, mayEdit, onChanged }: SecretRowProps) {
  const { t } = useLingui()
  const [value, setValue] = useState('')
  const [wrong, setWrong] = useState(false)
  const [asking, setAsking] = useState(false)
  const { disabled, send } = useSave(() => {
    setValue('')
    onChanged()
  })
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const isRight = v.is(billingColumns[name], value)
    setWrong(!isRight)
    if (isRight) void send(name, value.trim())
  }
  if (!mayEdit) {
    return (
      <div className="flex flex-col">
        <span className="text-base font-medium">{label}</span>
        <Said set={set} />
      </div>
    )
  }
  return (
    <form noValidate aria-label={label} onSubmit={save} className="flex flex-col gap-2 sm:flex-row sm:items-start">
      <Field
        label={label}
        type={name.startsWith('ip') ? 'url' : 'password'}
        value={value}
        error={wrong ? problem : null}
        help={<Said set={set} />}
        autoComplete="off"
        spellCheck={false}
        className="min-w-0 flex-1"
        onChange={(event) => {
          setValue(event.target.value)
          setWrong(false)
        }}
      />
      <div className="flex items-center gap-2 sm:mt-6 sm:h-10 sm:w-44">
        <Button type="submit" disabled={disabled || value.trim() === ''}>
          <Trans>Salvar</Trans>
        </Button>
        {set && (
          <Button variant="dangerQuiet" disabled={disabled} onClick={() => setAsking(true)}>
            <Trans>Remover</Trans>
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Remover: ${label}?`}
        description={t`Sem isto o chatbot não consulta esse sistema.`}
        confirm={t`Remover`}
        onConfirm={() => void send(name, '')}
      />
    </form>
  )
}

function Said({ set }: { set: SecretSet | null }) {
  const { t } = useLingui()
  if (!set) return <span className="text-xs text-muted">{t`Não definido.`}</span>
  const { setAt, by, hint } = set
  const when = formatDateTime(setAt)
  return (
    <span className="text-xs text-muted">
      {hint === '' ? t`Está definido.` : t`Está definido: …${hint}.`} {by === null ? when : t`${when}, por ${by}.`}
    </span>
  )
}

function useSave(onSaved: () => void) {
  const { t } = useLingui()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const send = async (key: BillingKey, value: string) => {
    setBusy(true)
    try {
      const headers = { 'content-type': 'application/json' }
      const request = { method: 'PUT', headers, body: JSON.stringify({ value }) }
      const response = await authorizedFetch(`/api/settings/${key}`, request)
      if (!response.ok) throw await errorOf(response)
      toastDone(t`Operação atualizada com sucesso.`)
      onSaved()
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { disabled: busy || !online, send }
}
