import { useLingui } from '@lingui/react/macro'
import { formatWhen } from '../../../lib/text/date-time.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useServerPaints } from '../../../sync/client.ts'
import { useSyncStatus, type SyncStatus } from '../../../sync/session-client.ts'

/** When the last answer came matters to nobody then, and changes with each. */
const isLive = ({ phase, network }: SyncStatus) => phase === 'live' && network === 'online'

/** How new what this device shows is. */
export function useCurrentWords(): string {
  const { t } = useLingui()
  const live = useSyncStatus(isLive)
  const starting = useSyncStatus(({ phase }) => phase === 'starting')
  const syncedAt = useSyncStatus((status) => (isLive(status) ? null : status.syncedAt))
  const now = useNow()
  const serverPaints = useServerPaints()
  if (live) return t`Sincronizado agora, em tempo real.`
  if (serverPaints) return t`Na tela, as respostas do servidor: a cópia deste dispositivo está a caminho.`
  if (starting) return t`Abrindo os dados deste dispositivo…`
  const when = syncedAt && formatWhen(syncedAt, now)
  return when ? t`Última sincronização: ${when}` : t`Ainda não sincronizado neste dispositivo.`
}
