import type { ConnectionRow } from 'db/connections/queries.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatTime, formatWhen } from '../../lib/date-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { reasonWords } from './status-reasons.ts'

/** Since when; why it is not up, what to do about it, and when it is tried again. */
export function StatusHint({ connection }: { connection: ConnectionRow }) {
  const { t } = useLingui()
  const now = useNow()
  const { status, connectedAt, statusAt, statusReason, retries, retryAt } = connection
  const since = formatWhen((status === 'CONNECTED' && connectedAt) || statusAt, now)
  const tries = plural(retries, { one: '# tentativa', other: '# tentativas' })
  const nextTry = retryAt && formatTime(retryAt)
  const parts = [
    t`desde ${since}`,
    retries > 0 ? tries : null,
    status === 'TIMEOUT' && nextTry ? t`próxima por volta das ${nextTry}` : null,
  ]
  return (
    <>
      <p className="text-xs text-muted tabular">{parts.filter(Boolean).join(' · ')}</p>
      {status !== 'CONNECTED' && statusReason !== null && <p className="text-sm">{reasonWords(statusReason)}</p>}
    </>
  )
}
