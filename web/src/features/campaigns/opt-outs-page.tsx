// Who said stop: by what, when, and whether somebody took it back.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { SearchX, Undo2, UserX } from 'lucide-react'
import { createContext, use, useState } from 'react'
import * as v from 'valibot'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { ResourceCards } from '../../components/resource-list/resource-cards.tsx'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { ResourceTable } from '../../components/resource-list/resource-table.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { TextareaField } from '../../components/ui/field.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { SearchInput } from '../../components/ui/inputs/search-input.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { ServerForm } from '../../desk/server/server-form.tsx'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useAnswered, useOnline } from '../../desk/server/use-online.ts'
import { useServerWindow } from '../../desk/server/use-server-window.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { phone, useMedia } from '../../lib/media/use-media.ts'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { formatPhone } from '../../lib/text/phone-number.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import { BackToCampaigns } from './back.tsx'
import { optOutPage, type OptOut } from './answers.ts'

const searchDelayMs = 500

/** Null: whoever looks may only look. */
const TakeBack = createContext<((optOut: OptOut) => void) | null>(null)

export function OptOutsPage() {
  const { t } = useLingui()
  const mayEdit = hasPermission(useActor(), 'campaigns-page:edit')
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed.trim(), searchDelayMs)
  const server = useServerWindow(`/opt-outs?${new URLSearchParams({ searchParam: search })}`, optOutPage)
  const [opened, setOpened] = useState<OptOut | null>(null)
  return (
    <>
      <ResourcePage
        title={t`Descadastrados`}
        purpose={<Trans>Quem pediu para sair não recebe mais nenhuma campanha.</Trans>}
        back={<BackToCampaigns />}
        action={null}
      >
        <div className="flex flex-1 flex-col gap-3">
          <ServerNote {...server} />
          <div className="flex items-center gap-3">
            <div className="min-w-0 flex-1 rounded-md bg-surface sm:max-w-72">
              <SearchInput
                label={t`Buscar pessoas`}
                placeholder={t`Buscar por nome ou número`}
                value={typed}
                onChange={setTyped}
              />
            </div>
            <p role="status" className="min-w-0 flex-1 truncate text-right text-sm text-muted tabular">
              {server.data && plural(server.data.count, { one: '# pessoa', other: '# pessoas' })}
            </p>
          </div>
          <TakeBack value={mayEdit ? setOpened : null}>
            <Contents server={server} search={search} />
          </TakeBack>
        </div>
      </ResourcePage>
      {opened && <ReasonForm optOut={opened} onSaved={server.reload} onClosed={() => setOpened(null)} />}
    </>
  )
}

interface ContentsProps {
  server: ReturnType<typeof useServerWindow<typeof optOutPage>>
  search: string
}

function Contents({ server: { data, error, more }, search }: ContentsProps) {
  const { t } = useLingui()
  const answered = useAnswered()
  const Rows = useMedia(phone) ? ResourceCards : ResourceTable
  if (data === null) return answered && error === null ? <Skeleton className="h-64 rounded-lg" /> : null
  if (data.optOuts.length === 0) {
    return search === '' ? (
      <EmptyState
        icon={UserX}
        title={t`Ninguém pediu para sair`}
        example={t`Maria Silva respondeu sair à campanha de sábado.`}
      >
        <Trans>Quem responde “sair”, “parar” ou “stop” a uma campanha aparece aqui.</Trans>
      </EmptyState>
    ) : (
      <EmptyState icon={SearchX} title={t`Nada encontrado`}>
        <Trans>Ninguém com “{search}”.</Trans>
      </EmptyState>
    )
  }
  return (
    <Rows
      label={t`Descadastrados`}
      rows={data.optOuts}
      columns={[
        { label: t`Nome`, Cell: Name, width: 'w-1/4' },
        { label: t`Quando`, Cell: When },
        { label: t`Por qual mensagem`, Cell: By },
        { label: t`Desfeito`, Cell: Revoked },
      ]}
      Note={() => null}
      Actions={Actions}
      total={data.count}
      onEndNear={more}
    />
  )
}

interface CellProps {
  row: OptOut
}

function Name({ row: { name, number } }: CellProps) {
  return (
    <span className="flex min-w-0 flex-col">
      <span dir="auto" className="truncate font-medium">
        {name}
      </span>
      {number !== null && <span className="text-sm text-muted tabular">{formatPhone(number)}</span>}
    </span>
  )
}

const When = ({ row: { createdAt } }: CellProps) => <span className="tabular">{formatDateTime(createdAt)}</span>

function By({ row: { body, campaignName } }: CellProps) {
  return (
    <span className="flex min-w-0 flex-col">
      <q dir="auto" className="truncate">
        {body}
      </q>
      <span className="truncate text-xs text-muted">{campaignName}</span>
    </span>
  )
}

function Revoked({ row: { revokedAt, revokedByName, revokeReason } }: CellProps) {
  const { t } = useLingui()
  if (revokedAt === null) return '—'
  const by = revokedByName ?? t`alguém que saiu da empresa`
  return (
    <span className="flex min-w-0 flex-col">
      <span className="tabular">{formatDateTime(revokedAt)}</span>
      <span className="text-xs text-muted">
        {by}: {revokeReason}
      </span>
    </span>
  )
}

function Actions({ row }: CellProps) {
  const { t } = useLingui()
  const open = use(TakeBack)
  const online = useOnline()
  if (open === null || row.revokedAt !== null) return null
  const { name } = row
  return (
    <IconButton label={t`Voltar a enviar para ${name}`} disabled={!online} onClick={() => open(row)}>
      <Undo2 aria-hidden />
    </IconButton>
  )
}

const fields = { reason: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(500)) }

interface ReasonFormProps {
  optOut: OptOut
  onSaved(): void
  onClosed(): void
}

function ReasonForm({ optOut: { id, name }, onSaved, onClosed }: ReasonFormProps) {
  const { t } = useLingui()
  const form = useFormState({ fields, initial: { reason: '' }, checked: false })
  return (
    <ServerForm
      title={t`Voltar a enviar para ${name}`}
      form={form}
      call={(values) => ['POST', `/opt-outs/${id}/revoke`, values]}
      onSaved={onSaved}
      onClosed={onClosed}
    >
      <TextareaField
        label={t`Motivo`}
        help={t`Fica registrado com o seu nome. Só desfaça se a própria pessoa pediu.`}
        {...form.field('reason')}
      />
    </ServerForm>
  )
}
