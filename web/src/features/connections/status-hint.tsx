import type { ConnectionRow } from 'db/connections/queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { formatTime, formatWhen } from '../../lib/text/date-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { isCut, useSyncStatus } from '../../sync/session-client.ts'
import { meaningWords, reasonWords } from './status-reasons.ts'

/** Since when, and how old that knowledge is while there is no network; why it is not up, what to do about it or who can, and when it is tried again. */
export function StatusHint({ connection }: { connection: ConnectionRow }) {
  const { t } = useLingui()
  const mayAct = hasPermission(useActor(), 'connections-page:actionButtons')
  const now = useNow()
  const syncedAt = useSyncStatus((status) => (isCut(status) ? status.syncedAt : null))
  const seen = syncedAt && formatWhen(syncedAt, now)
  const { status, connectedAt, statusAt, statusReason, retries, retryAt } = connection
  const since = formatWhen((status === 'CONNECTED' && connectedAt) || statusAt, now)
  const tries = plural(retries, { one: '# tentativa', other: '# tentativas' })
  const nextTry = retryAt && formatTime(retryAt)
  const parts = [
    t`desde ${since}`,
    retries > 0 ? tries : null,
    seen ? t`sem rede agora; visto por último: ${seen}` : null,
    status === 'TIMEOUT' && nextTry ? t`próxima por volta das ${nextTry}` : null,
  ]
  return (
    <>
      <p className="text-xs text-muted tabular">{parts.filter(Boolean).join(' · ')}</p>
      {status !== 'CONNECTED' && statusReason !== null && (
        <p className="text-sm">{mayAct ? reasonWords(statusReason) : meaningWords(statusReason)}</p>
      )}
      {!mayAct && status === 'DISCONNECTED' && (
        <p className="text-sm">
          <Trans>Por ela nada chega nem sai: avise um administrador.</Trans>
        </p>
      )}
    </>
  )
}
