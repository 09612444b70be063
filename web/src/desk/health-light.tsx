import { useLingui } from '@lingui/react'
import type { Light } from 'db/campaigns/health.ts'
import { cn } from '../lib/class-names.ts'
import { factWords, lightWords, type NumberHealth } from './number-health.ts'

const looks: Record<Light, string> = { green: 'bg-good', yellow: 'bg-warning', red: 'bg-danger' }

/** A plain light with the two facts that moved it. */
export function HealthLight({ health: { light, facts } }: { health: NumberHealth }) {
  useLingui()
  return (
    <span className="flex items-start gap-2 text-sm">
      <span
        role="img"
        aria-label={lightWords(light)}
        className={cn('mt-1.5 size-2.5 shrink-0 rounded-full', looks[light])}
      />
      <span className="min-w-0 text-muted">{facts.map(factWords).join(' · ')}</span>
    </span>
  )
}
