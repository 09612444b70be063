import { useLingui } from '@lingui/react/macro'
import { formatWhen } from '../../../lib/text/date-time.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useServerPaints } from '../../../sync/client.ts'
import { useSyncStatus } from '../../../sync/session-client.ts'

/** How new what this device shows is. */
export function useCurrentWords(): string {
  const { t } = useLingui()
  const { phase, network, syncedAt } = useSyncStatus((all) => all)
  const now = useNow()
  const serverPaints = useServerPaints()
  if (phase === 'live' && network === 'online') return t`Sincronizado agora, em tempo real.`
  if (serverPaints) return t`Na tela, as respostas do servidor: a cópia deste dispositivo está a caminho.`
  if (phase === 'starting') return t`Abrindo os dados deste dispositivo…`
  const when = syncedAt && formatWhen(syncedAt, now)
  return when ? t`Última sincronização: ${when}` : t`Ainda não sincronizado neste dispositivo.`
}
