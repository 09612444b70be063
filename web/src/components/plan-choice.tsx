import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { formatMoney } from '../lib/text/money.ts'
import { Badge } from './ui/badge.tsx'

export interface PlanOption {
  id: string
  name: string
  /** R$ a month. */
  value: number
  /** Null: not known. */
  limits: { users: number; connections: number; queues: number } | null
  /** The company has it. */
  own?: boolean
}

interface PlanChoiceProps {
  label: string
  plans: readonly PlanOption[]
  value: string
  error: string | null
  onChange(id: string): void
}

/** One of the plans, as cards. */
export function PlanChoice({ label, plans, value, error, onChange }: PlanChoiceProps) {
  const [name, errorId] = [useId(), useId()]
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={error === null ? undefined : errorId}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {plans.map((plan) => (
        <label
          key={plan.id}
          className="flex cursor-pointer flex-col gap-1 rounded-lg border border-line-strong bg-surface p-3 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <span className="flex items-center gap-2">
            <input
              type="radio"
              name={name}
              value={plan.id}
              checked={plan.id === value}
              aria-invalid={error !== null}
              onChange={() => onChange(plan.id)}
              className="size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 flex-1 text-base font-medium break-words">{plan.name}</span>
            {plan.own && (
              <Badge shape="label" variant="good">
                <Trans>Seu plano</Trans>
              </Badge>
            )}
          </span>
          <PlanFacts plan={plan} />
        </label>
      ))}
      {error !== null && (
        <p id={errorId} className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What it costs and what one gets. */
export function PlanFacts({ plan: { value, limits } }: { plan: Pick<PlanOption, 'value' | 'limits'> }) {
  const { t } = useLingui()
  const price = formatMoney(value)
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
      <span className="text-base font-medium tabular">{t`${price} por mês`}</span>
      {limits && <span className="text-sm text-muted tabular">{limitWords(limits)}</span>}
    </span>
  )
}

function limitWords({ users, connections, queues }: NonNullable<PlanOption['limits']>): string {
  return [
    plural(users, { one: '# usuário', other: '# usuários' }),
    plural(connections, { one: '# conexão', other: '# conexões' }),
    plural(queues, { one: '# fila', other: '# filas' }),
  ].join(' · ')
}
