import type { ConnectionRow } from 'db/connections/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { formatWhen } from '../../lib/text/date-time.ts'
import { useNow } from '../../lib/use-now.ts'

/** When the last message went through it. */
export function ConnectionHealth({ connection: { lastMessageAt } }: { connection: ConnectionRow }) {
  const { t } = useLingui()
  const now = useNow()
  if (lastMessageAt === null) return null
  const lastMessage = formatWhen(lastMessageAt, now)
  return <p className="text-xs text-muted tabular">{t`última mensagem ${lastMessage}`}</p>
}
