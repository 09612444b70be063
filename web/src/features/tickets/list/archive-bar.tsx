import { Trans } from '@lingui/react/macro'
import { Button } from '../../../components/ui/button.tsx'
import { formatTime } from '../../../lib/text/date-time.ts'
import type { ArchiveTail } from './use-archive-tail.ts'

/** Below the resolved tickets, once their end on this device was reached: what of them is from the server, and as of when. */
export function ArchiveBar({ tail: { state, rows, fetchedAt, retry } }: { tail: ArchiveTail }) {
  const time = fetchedAt && formatTime(fetchedAt)
  if (state === 'unasked' || (state === 'told' && rows.length === 0)) return null
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 items-center justify-between gap-2 border-t border-line px-3 text-xs text-muted tabular"
    >
      {state === 'asking' && <Trans>Buscando os mais antigos no servidor…</Trans>}
      {state === 'told' && <Trans>Os arquivados são do servidor, buscados às {time}.</Trans>}
      {state === 'unreachable' && (
        <>
          <Trans>Sem conexão: os mais antigos estão no servidor.</Trans>
          <Button size="sm" variant="ghost" onClick={retry}>
            <Trans>Tentar de novo</Trans>
          </Button>
        </>
      )}
    </div>
  )
}
