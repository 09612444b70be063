import { useLingui } from '@lingui/react/macro'
import { formatWhen } from '../../lib/date-time.ts'
import { useNow } from '../../lib/use-now.ts'
import type { ConnectionRow } from './queries.ts'

/** Since when, and why it is down. */
export function StatusHint({ connection }: { connection: ConnectionRow }) {
  const { t } = useLingui()
  const now = useNow()
  const { status, connectedAt, updatedAt, lastMessageAt, statusReason } = connection
  const up = status === 'CONNECTED'
  const since = formatWhen((up && connectedAt) || updatedAt, now)
  const reasons: Record<string, string> = {
    logged_out: t`Desvinculado no celular ou por aqui`,
    qr_expired: t`O QR code expirou sem leitura`,
    banned: t`O WhatsApp bloqueou este número`,
    replaced: t`A sessão foi aberta em outro lugar`,
    timeout: t`O celular ou a rede não responde`,
  }
  const lastMessage = lastMessageAt && formatWhen(lastMessageAt, now)
  const why = statusReason === null ? null : reasons[statusReason]
  const parts = [
    t`desde ${since}`,
    up && lastMessage ? t`última mensagem ${lastMessage}` : null,
    up ? null : why,
  ].filter(Boolean)
  return <p className="text-xs text-muted tabular">{parts.join(' · ')}</p>
}
