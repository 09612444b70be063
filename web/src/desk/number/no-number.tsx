// A company whose customers have nothing to write to: it is said where they would be looked for, and led to. Who may not link a number is told
// whom to ask.
import { i18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { allConnections } from 'db/connections/queries.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { usersOfQueue } from 'db/users/queries.ts'
import { Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonVariants } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useComplete, useQuery } from '../../sync/client.ts'

/** Whether customers can write to the company; null while it is not known. One that is only out of reach for a while is linked. */
export function useHasNumber(): boolean | null {
  const { rows } = useQuery(allConnections())
  const isKnown = useComplete(allConnections())
  if (rows.some(({ number, status }) => number !== null && status !== 'DISCONNECTED')) return true
  return isKnown ? false : null
}

export function NoNumber() {
  const { t } = useLingui()
  const mayLink = hasPermission(useActor(), 'connections-page:actionButtons')
  return (
    <EmptyState
      icon={Smartphone}
      title={t`Nenhum número de WhatsApp ligado`}
      example={t`Maria Silva: Oi, vocês têm pão de queijo hoje?`}
      action={mayLink && <LinkNumber />}
    >
      <Trans>Quem escreve para o número da empresa aparece aqui na hora.</Trans> {!mayLink && <WhomToAsk />}
    </EmptyState>
  )
}

/** Above a screen that has nothing to show for as long as there is no number: what it would show. */
export function NoNumberNotice({ children }: { children: ReactNode }) {
  const mayLink = hasPermission(useActor(), 'connections-page:actionButtons')
  if (useHasNumber() !== false) return null
  return (
    <Notice>
      {children}{' '}
      {mayLink ? (
        <Link to="/connections" className="font-medium text-accent underline">
          <Trans>Ligar um número de WhatsApp</Trans>
        </Link>
      ) : (
        <WhomToAsk />
      )}
    </Notice>
  )
}

function LinkNumber() {
  return (
    <Link to="/connections" className={buttonVariants({ variant: 'primary' })}>
      <Trans>Ligar um número</Trans>
    </Link>
  )
}

function WhomToAsk() {
  // Without a queue only admins are given tickets: these are they.
  const { rows } = useQuery(usersOfQueue({ queueId: null }))
  if (rows.length === 0) return <Trans>Peça a um administrador que ligue um.</Trans>
  const names = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(rows.map(({ name }) => name))
  return <Trans>Peça a {names} que ligue um.</Trans>
}
