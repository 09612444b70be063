import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { SearchInput } from '../../components/ui/inputs/search-input.tsx'
import { chooseFiles } from '../../desk/files/chosen-files.ts'
import { returnToDraft } from '../../lib/data/drafts.ts'
import { toastError } from '../../lib/app/toast.ts'
import { discardShared, type Shared } from '../../share-target.ts'
import { OwnTickets } from './own-tickets.tsx'
import { SharedContents } from './shared-contents.tsx'

/** What another app shared goes into the composer of the ticket that is picked here; nothing is sent yet. */
export function SharePage({ shared }: { shared: Shared | null }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [term, setTerm] = useState('')
  if (!shared) return <NothingShared />

  const take = async (ticketId: string) => {
    await navigate({ to: '/tickets/$ticketId', params: { ticketId }, replace: true })
    if (shared.text !== '') returnToDraft(ticketId, shared.text)
    await chooseFiles(ticketId, shared.files)
    await discardShared()
  }
  const cancel = async () => {
    await discardShared()
    await navigate({ to: '/tickets', replace: true })
  }
  return (
    <div className="mx-auto flex h-full max-w-160 flex-col bg-surface sm:border-x sm:border-line">
      <header className="flex items-start gap-3 px-4 pt-4 pb-3">
        <div className="min-w-0 flex-1">
          <h1 className="text-xl font-semibold">{t`Para quem?`}</h1>
          <p className="text-base text-muted">{t`Escolha o atendimento que recebe o que você compartilhou.`}</p>
        </div>
        <Button onClick={() => void cancel().catch(toastError)}>
          <Trans>Cancelar</Trans>
        </Button>
      </header>
      <SharedContents shared={shared} />
      <div className="px-4 py-3">
        <SearchInput label={t`Buscar atendimento`} placeholder={t`Nome ou número`} value={term} onChange={setTerm} />
      </div>
      <OwnTickets term={term.trim()} onPick={(ticketId) => void take(ticketId).catch(toastError)} />
    </div>
  )
}

function NothingShared() {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <EmptyState
      icon={Share2}
      title={t`Nada para compartilhar`}
      action={
        <Button onClick={() => void navigate({ to: '/tickets', replace: true })}>
          <Trans>Ir para os atendimentos</Trans>
        </Button>
      }
    >
      <Trans>Compartilhe fotos, arquivos ou textos de outro aplicativo com o Balcão: eles aparecem aqui.</Trans>
    </EmptyState>
  )
}
