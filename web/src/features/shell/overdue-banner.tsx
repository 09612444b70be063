// Above every screen of an overdue company: what is here stays and can be read, what is done waits, and it goes on by itself.
import { Trans } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { Notice } from '../../components/ui/notice.tsx'
import { formatDate } from '../../lib/text/date-time.ts'
import { isOverdue } from '../../desk/overdue.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useSyncStatus } from '../../sync/session-client.ts'
import { isBillingPath } from './screens.ts'

interface OverdueBannerProps {
  /** As this device knows it; the server's word is newer. */
  dueDate: Date | undefined
}

export function OverdueBanner({ dueDate }: OverdueBannerProps) {
  const overdue = useSyncStatus(isOverdue)
  const told = useSyncStatus((status) => status.overdue?.since)
  const now = useNow()
  const mayPay = hasPermission(useActor(), 'billing:view')
  if (!overdue) return null
  const since = told ? new Date(told) : dueDate
  const date = since && since < now ? formatDate(since) : null
  return (
    <div className="shrink-0 border-b border-line px-2 py-2 sm:px-4">
      <Notice tone="danger">
        {date === null ? <Trans>Sua assinatura venceu.</Trans> : <Trans>Sua assinatura venceu em {date}.</Trans>}{' '}
        {mayPay ? (
          <HowToPay />
        ) : (
          <Trans>
            O que está neste aparelho continua aqui. O que você fizer fica na fila e é enviado quando o pagamento for
            confirmado. Entre em contato com o suporte.
          </Trans>
        )}
      </Notice>
    </div>
  )
}

/** For those who can. */
function HowToPay() {
  const here = useRouterState({ select: ({ location }) => isBillingPath(location.pathname) })
  if (here) {
    return (
      <Trans>
        Pague a fatura em aberto para voltar a usar o sistema: tudo volta sozinho quando o pagamento for confirmado.
      </Trans>
    )
  }
  return (
    <>
      <Trans>O que você fizer fica na fila e é enviado quando o pagamento for confirmado.</Trans>{' '}
      <Link to="/financeiro" className="rounded-sm font-medium underline">
        <Trans>Ver faturas</Trans>
      </Link>
    </>
  )
}
