import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Smartphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useQuery, useSyncStatus } from '../../sync/client.ts'
import { AddDialog } from './add-dialog.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { QrDialog } from './qr-dialog.tsx'
import { allConnections, type ConnectionRow } from './queries.ts'

export function ConnectionsPage() {
  const { t } = useLingui()
  const { rows, ready } = useQuery(allConnections)
  const { phase } = useSyncStatus()
  const [adding, setAdding] = useState(false)
  const [linkingId, setLinkingId] = useState<string | null>(null)
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      <Trans>Adicionar conexão</Trans>
    </Button>
  )
  return (
    <>
      <ResourcePage
        title={t`Conexões`}
        purpose={<Trans>Os números de WhatsApp por onde sua equipe atende.</Trans>}
        action={rows.length > 0 && add}
      >
        <Contents
          rows={rows}
          loading={!ready || (rows.length === 0 && phase !== 'live')}
          onLink={setLinkingId}
          empty={
            <EmptyState icon={Smartphone} title={t`Nenhuma conexão ainda`} action={add}>
              <Trans>Adicione uma e leia o QR code com o celular da empresa para começar a atender.</Trans>
            </EmptyState>
          }
        />
      </ResourcePage>
      <AddDialog open={adding} onOpenChange={setAdding} takenNames={rows.map(({ name }) => name)} />
      <QrDialog connection={rows.find(({ id }) => id === linkingId)} onClose={() => setLinkingId(null)} />
    </>
  )
}

interface ContentsProps {
  rows: readonly ConnectionRow[]
  loading: boolean
  onLink(id: string): void
  empty: ReactNode
}

function Contents({ rows, loading, onLink, empty }: ContentsProps) {
  const { t } = useLingui()
  if (loading) return <Skeleton className="h-20 rounded-lg" />
  if (rows.length === 0) return <div className="flex-1">{empty}</div>
  return (
    <ul role="list" aria-label={t`Conexões`} className="flex flex-col gap-2">
      {rows.map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} onLink={() => onLink(connection.id)} />
      ))}
    </ul>
  )
}
