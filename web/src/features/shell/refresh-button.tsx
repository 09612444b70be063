import { useLingui } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { cn } from '../../lib/class-names.ts'
import { useCurrentWords } from './outbox/use-current-words.ts'
import { useRefresh } from '../../desk/server/use-refresh.ts'

export function RefreshButton() {
  const { t } = useLingui()
  const { refresh, busy } = useRefresh()
  const current = useCurrentWords()
  return (
    <IconButton label={t`Sincronizar agora`} tooltip={current} onClick={refresh} aria-busy={busy}>
      <RefreshCw className={cn(busy && 'animate-spin')} />
    </IconButton>
  )
}
