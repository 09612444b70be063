import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { Plus, Smartphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { buttonVariants } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { LinkDialog } from './linking/link-dialog.tsx'
import { useConnectionList } from './use-connection-list.ts'

/** `children`: the form that is open over the list. */
export function ConnectionsPage({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const { connections, loading } = useConnectionList()
  const [linkingId, setLinkingId] = useState<string | null>(null)
  const add = hasPermission(useActor(), 'connections-page:addConnection') && <AddLink />
  const isEmpty = !loading && connections.length === 0
  return (
    <>
      <ResourcePage
        title={t`Conexões`}
        purpose={<Trans>Os números de WhatsApp por onde sua equipe atende.</Trans>}
        action={!loading && !isEmpty && add}
      >
        {loading && <Skeleton className="h-20 rounded-lg" />}
        {isEmpty && (
          <div className="flex-1">
            <EmptyState
              icon={Smartphone}
              title={t`Nenhuma conexão ainda`}
              example={t`Loja do centro, +55 11 3333-4444, com as filas Vendas e Financeiro.`}
              action={add}
            >
              {add ? (
                <Trans>Adicione uma e leia o QR code com o celular da empresa para começar a atender.</Trans>
              ) : (
                <Trans>Quando um administrador adicionar um número da empresa, ele aparece aqui.</Trans>
              )}
            </EmptyState>
          </div>
        )}
        {connections.length > 0 && (
          <ul role="list" aria-label={t`Conexões`} className="flex flex-col gap-2">
            {connections.map((connection) => (
              <ItemBoundary key={connection.id} of={connection}>
                <ConnectionCard
                  connection={connection}
                  others={connections.filter(({ id }) => id !== connection.id)}
                  onLink={() => setLinkingId(connection.id)}
                />
              </ItemBoundary>
            ))}
          </ul>
        )}
      </ResourcePage>
      <LinkDialog connection={connections.find(({ id }) => id === linkingId)} onClose={() => setLinkingId(null)} />
      {children}
    </>
  )
}

function AddLink() {
  return (
    <Link to="/connections/new" className={buttonVariants({ variant: 'primary' })}>
      <Plus aria-hidden />
      <Trans>Adicionar conexão</Trans>
    </Link>
  )
}
