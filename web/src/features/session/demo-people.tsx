// The demo's people, one button each: nothing has to be typed to see it work.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Notice } from '../../components/ui/notice.tsx'
import { beginDemoGuide } from '../../lib/data/demo-guide.ts'
import { errorMessage } from '../../lib/text/error-message.ts'
import { authorizedFetch, login } from '../../sync/session-client.ts'
import type { Demo } from './signup-info.ts'

interface DemoPeopleProps {
  demo: Demo
  /** An attempt begins. */
  onEntering(): void
  onDone(): void
}

export function DemoPeople({ demo: { people, password, phones }, onEntering, onDone }: DemoPeopleProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState<string>()
  const [refusal, setRefusal] = useState<string>()

  const enter = async (email: string) => {
    setBusy(email)
    setRefusal(undefined)
    onEntering()
    try {
      await login(email, password)
      if (phones !== null) beginDemoGuide(phones)
      // Who comes later than they do finds them waiting.
      authorizedFetch('/api/demo/customers', { method: 'POST' }).catch(() => undefined)
      onDone()
    } catch (error) {
      setRefusal(errorMessage(error))
      setBusy(undefined)
    }
  }

  return (
    <section aria-label={t`Demonstração`} className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        <Trans>Isto é uma demonstração neste computador. Escolha quem você quer ser:</Trans>
      </p>
      <ul className="flex flex-col gap-1.5">
        {people.map((person) => (
          <PersonButton
            key={person.email}
            person={person}
            disabled={busy !== undefined}
            busy={busy === person.email}
            onEnter={() => void enter(person.email)}
          />
        ))}
      </ul>
      {refusal !== undefined && <Notice tone="danger">{refusal}</Notice>}
    </section>
  )
}

interface PersonButtonProps {
  person: Demo['people'][number]
  disabled: boolean
  busy: boolean
  onEnter(): void
}

function PersonButton({ person: { name, role, company }, disabled, busy, onEnter }: PersonButtonProps) {
  const { t } = useLingui()
  const roles: Record<string, string> = {
    admin: t`administradora`,
    sales: t`atendente de Vendas`,
    finance: t`atendente de Financeiro`,
    super: t`quem opera a instalação`,
    trial: t`empresa em teste`,
    overdue: t`assinatura vencida`,
  }
  const what = roles[role] ?? role
  const [firstName] = name.split(' ')
  return (
    <li>
      <button
        type="button"
        disabled={disabled}
        aria-busy={busy}
        onClick={onEnter}
        className="flex w-full flex-col rounded-md border border-line bg-surface px-3 py-2 text-left transition-colors hover:not-disabled:bg-hover active:bg-pressed disabled:opacity-50"
      >
        <span className="text-sm font-medium">
          <Trans>
            Entrar como {firstName}, {what}
          </Trans>
        </span>
        <span className="text-xs text-muted">{company}</span>
      </button>
    </li>
  )
}
