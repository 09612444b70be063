// Help videos as everybody finds them. Nothing is asked of YouTube until somebody opens a video.
import { allHelps, type HelpRow } from 'db/helps/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BookOpen, CircleHelp, CirclePlay, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { buttonVariants } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useQuery } from '../../sync/client.ts'
import { VideoDialog } from './video-dialog.tsx'

export function HelpsPage() {
  const { t } = useLingui()
  const { rows, ready, whole } = useQuery(allHelps())
  const [shown, setShown] = useState<HelpRow | null>(null)
  const loading = !ready || (rows.length === 0 && !whole)
  return (
    <>
      <ResourcePage
        title={t`Ajuda`}
        purpose={<Trans>Vídeos que mostram como usar cada parte do sistema.</Trans>}
        action={
          <>
            <GuideLink />
            {useActor().super && <ManageLink />}
          </>
        }
      >
        {loading && <Skeleton className="h-40 rounded-lg" />}
        {!loading && rows.length === 0 && (
          <div className="flex-1">
            <EmptyState
              icon={CircleHelp}
              title={t`Nenhum vídeo ainda`}
              example={t`Como transferir um atendimento, em dois minutos.`}
            >
              <Trans>
                Os vídeos que mostram como usar cada tela aparecem aqui. Até lá, a tecla ? mostra os atalhos da tela em
                que você está.
              </Trans>
            </EmptyState>
          </div>
        )}
        {rows.length > 0 && (
          <ul role="list" aria-label={t`Vídeos de ajuda`} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {rows.map((help) => (
              <li key={help.id}>
                <ItemBoundary of={help}>
                  <Card help={help} onOpen={() => setShown(help)} />
                </ItemBoundary>
              </li>
            ))}
          </ul>
        )}
      </ResourcePage>
      <VideoDialog help={shown} onClose={() => setShown(null)} />
    </>
  )
}

/** Written, with pictures: the server's own pages, beside the app. */
function GuideLink() {
  return (
    <a href="/docs/guia/" target="_blank" rel="noreferrer" className={buttonVariants()}>
      <BookOpen aria-hidden />
      <Trans>Guia de uso</Trans>
    </a>
  )
}

function ManageLink() {
  return (
    <Link to="/helps/manage" className={buttonVariants()}>
      <Settings2 aria-hidden />
      <Trans>Gerenciar vídeos</Trans>
    </Link>
  )
}

function Card({ help: { title, description }, onOpen }: { help: HelpRow; onOpen(): void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex size-full flex-col overflow-hidden rounded-lg border border-line bg-surface text-left transition-colors hover:bg-hover"
    >
      <span className="flex aspect-video w-full items-center justify-center bg-accent-soft text-accent">
        <CirclePlay aria-hidden className="size-12" strokeWidth={1.5} />
      </span>
      <span className="flex flex-col gap-1 p-4">
        <span className="text-base font-medium">{title}</span>
        <span className="line-clamp-3 text-sm text-muted">{description}</span>
      </span>
    </button>
  )
}
