import { useLingui } from '@lingui/react'
import type { Light } from 'db/campaigns/health.ts'
import { cn } from '../../lib/class-names.ts'
import { healthAnswer, type NumberHealth } from 'db/campaigns/health.ts'
import { factWords, lightWords } from './number-health.ts'
import { useServerData } from '../server/use-server-data.ts'

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

/** The same, asked of the server; nothing while it has not answered. */
export function ServerHealthLight({ connectionId }: { connectionId: string }) {
  const { data } = useServerData(`/connections/${connectionId}/health`, healthAnswer)
  return data && <HealthLight health={data} />
}
