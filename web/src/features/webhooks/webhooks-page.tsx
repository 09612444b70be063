// Webhooks: which addresses are told what happens in the company.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Pencil, Plus, Trash2, Webhook as Icon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useAnswered } from '../../desk/server/use-online.ts'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { ShownOnce } from '../../desk/server/shown-once.tsx'
import { secretAnswer, webhookList, type Webhook } from './answers.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

export function WebhooksPage() {
  const { t } = useLingui()
  const server = useServerData('/webhooks', webhookList)
  const answered = useAnswered()
  const { disabled, send } = useServerCall()
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Webhook | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const add = (
    <Button variant="primary" disabled={disabled} onClick={() => setEdited('new')}>
      <Plus /> <Trans>Novo webhook</Trans>
    </Button>
  )
  const webhooks = server.data?.webhooks ?? null
  const saved = (answer: unknown) => {
    const made = v.safeParse(secretAnswer, answer)
    if (made.success) setSecret(made.output.secret)
    server.reload()
  }
  return (
    <>
      <ResourcePage
        title={t`Webhooks`}
        purpose={<Trans>Outros sistemas ficam sabendo na hora do que acontece nos atendimentos.</Trans>}
        action={webhooks && webhooks.length > 0 ? add : null}
      >
        <div className="flex flex-1 flex-col gap-3">
          <ServerNote {...server} failed={t`Não foi possível carregar a lista de registros.`} />
          {webhooks === null && answered && server.error === null && <Skeleton className="h-64 rounded-lg" />}
          {webhooks?.length === 0 && <NoWebhooks action={add} />}
          {webhooks && webhooks.length > 0 && (
            <ul aria-label={t`Webhooks`} className="divide-y divide-line rounded-lg border border-line bg-surface">
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  disabled={disabled}
                  onEdit={() => setEdited(webhook)}
                  onDelete={() => setLeaving(webhook)}
                />
              ))}
            </ul>
          )}
        </div>
      </ResourcePage>
      {edited && (
        <WebhookForm webhook={edited === 'new' ? null : edited} onSaved={saved} onClosed={() => setEdited(null)} />
      )}
      <SecretDialog secret={secret} onClosed={() => setSecret(null)} />
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t`Excluir o webhook ${leaving?.name ?? ''}`}
        description={<Trans>Deseja realmente excluir este registro?</Trans>}
        confirm={t`Excluir`}
        onConfirm={() => leaving && void send('DELETE', `/webhooks/${leaving.id}`).then(() => server.reload())}
      />
    </>
  )
}

function NoWebhooks({ action }: { action: ReactNode }) {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={Icon}
      title={t`Nenhum webhook ainda`}
      example={t`https://crm.empresa.com.br/balcao recebe cada mensagem nova.`}
      action={action}
    >
      <Trans>Um CRM, uma planilha ou uma automação pode receber cada mensagem e cada atendimento.</Trans>
    </EmptyState>
  )
}

interface WebhookRowProps {
  webhook: Webhook
  disabled: boolean
  onEdit(): void
  onDelete(): void
}

function WebhookRow({ webhook, disabled, onEdit, onDelete }: WebhookRowProps) {
  const { t } = useLingui()
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Link
        to="/webhooks/$webhookId"
        params={{ webhookId: webhook.id }}
        className="flex min-w-0 flex-1 flex-col gap-0.5 hover:underline"
      >
        <span className="flex flex-wrap items-center gap-2 text-base font-medium">
          <span className="break-words">{webhook.name}</span>
          <WebhookState webhook={webhook} />
        </span>
        <span className="truncate text-sm text-muted">{webhook.url}</span>
        <span className="text-xs text-muted tabular">
          {plural(webhook.events.length, { one: '# evento', other: '# eventos' })}
        </span>
      </Link>
      <IconButton label={t`Editar ${webhook.name}`} disabled={disabled} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={t`Excluir ${webhook.name}`} disabled={disabled} onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </li>
  )
}

function SecretDialog({ secret, onClosed }: { secret: string | null; onClosed(): void }) {
  const { t } = useLingui()
  return (
    <Dialog open={secret !== null} onOpenChange={onClosed} title={t`Segredo do webhook`}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-sm text-muted">
          <Trans>Com ele o outro sistema confere que foi mesmo o Balcão que enviou.</Trans>
        </p>
        <ShownOnce label={t`Segredo`} secret={secret ?? ''} />
      </div>
    </Dialog>
  )
}
