import { useLingui } from '@lingui/react/macro'
import type { PasswordOwner, Strength } from 'db/users/password-strength.ts'
import type { ComponentProps } from 'react'
import { Field } from '../../components/ui/field.tsx'
import { cn } from '../../lib/class-names.ts'
import { lettersWords, refusalWords, useJudgement, usePasswordMin } from './use-password-rules.ts'

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof Field>, 'help' | 'warning' | 'type'> {
  value: string
  owner: PasswordOwner
  /** What else there is to know of it, after how long it may be. */
  help?: string
  shown?: boolean
}

/** A password that somebody chooses: how long it may be, how strong it is, and what of it the server will not take. */
export function NewPasswordField({ owner, help, shown = false, ...props }: NewPasswordFieldProps) {
  const judgement = useJudgement(props.value, owner)
  const letters = lettersWords(usePasswordMin())
  return (
    <div className="flex flex-col gap-1">
      <Field
        {...props}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        help={help === undefined ? letters : `${letters} ${help}`}
        warning={judgement?.refusal ? refusalWords(judgement.refusal) : undefined}
      />
      {judgement && !judgement.refusal && <StrengthMeter strength={judgement.strength} />}
    </div>
  )
}

const filled = { weak: 1, fair: 2, strong: 3 } as const satisfies Record<Strength, number>
const colors = { weak: 'bg-danger', fair: 'bg-warning', strong: 'bg-good' } as const satisfies Record<Strength, string>

function StrengthMeter({ strength }: { strength: Strength }) {
  const { t } = useLingui()
  const words = { weak: t`Senha fraca`, fair: t`Senha razoável`, strong: t`Senha forte` }
  return (
    <div role="status" className="flex items-center gap-2 text-xs text-muted">
      <span aria-hidden className="flex w-24 gap-1">
        {[1, 2, 3].map((part) => (
          <span
            key={part}
            className={cn('h-1 flex-1 rounded-full', part <= filled[strength] ? colors[strength] : 'bg-line-strong')}
          />
        ))}
      </span>
      {words[strength]}
    </div>
  )
}
