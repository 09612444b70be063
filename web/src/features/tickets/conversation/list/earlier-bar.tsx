import { Trans } from '@lingui/react/macro'
import { History } from 'lucide-react'
import { Button } from '../../../../components/ui/button.tsx'
import type { Earlier } from './use-earlier.ts'

/** Above the first message: leads to the contact's tickets before, where there are any. As high as the window of messages leaves room. */
export function EarlierBar({ earlier: { phase, load } }: { earlier: Earlier }) {
  return (
    <div
      aria-live="polite"
      className="absolute inset-x-0 top-0 z-1 flex h-11 items-center justify-center gap-2 text-xs text-muted"
    >
      {phase === 'more' && (
        <Button variant="ghost" onClick={load}>
          <History aria-hidden />
          <Trans>Ver atendimentos anteriores</Trans>
        </Button>
      )}
      {phase === 'loading' && <Trans>Carregando atendimentos anteriores…</Trans>}
      {phase === 'offline' && (
        <>
          <span className="min-w-0">
            <Trans>Sem conexão: os atendimentos arquivados estão no servidor.</Trans>
          </span>
          <Button variant="ghost" onClick={load}>
            <Trans>Tentar de novo</Trans>
          </Button>
        </>
      )}
      {phase === 'end' && <Trans>Aqui começa a conversa com este contato.</Trans>}
    </div>
  )
}
