import { openTicketsOf, userById, userCount, userWindow, type UserRow } from 'db/users/queries.ts'
import { queueChoices } from 'db/queues/queries.ts'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UserActor } from 'db/kit/actor.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { userDefaults } from 'db/users/mutations.ts'
import { mayTouch } from 'db/users/rules.ts'
import { Users } from 'lucide-react'
import { QueueMark } from '../../components/queue-mark.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { cn } from '../../lib/class-names.ts'
import { useNow } from '../../lib/use-now.ts'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { RowName } from '../../resource/row-parts.tsx'
import { useQuery } from '../../sync/client.ts'
import { useIsOnline } from './online-users.tsx'
import { profileWords } from './profile-words.ts'
import { UserForm } from './user-form.tsx'

export const users: Resource<UserRow> = {
  noun: 'user',
  path: '/users',
  icon: Users,
  notFound: 'ERR_NO_USER_FOUND',
  window: userWindow,
  count: userCount,
  one: userById,
  blank: () => ({
    name: '',
    email: '',
    profile: 'user',
    queueIds: [],
    connectionId: null,
    allTicket: userDefaults.allTicket,
    canLogIn: false,
    invitedUntil: null,
    super: false,
  }),
  nameOf: ({ name }) => name,
  words: () => ({
    title: t`Usuários`,
    purpose: t`Quem atende, em que filas, e o que pode fazer.`,
    search: t`Buscar usuários`,
    add: t`Adicionar usuário`,
    edit: t`Editar usuário`,
    count: (count) => plural(count, { one: '# usuário', other: '# usuários' }),
    empty: t`Nenhum usuário ainda`,
    emptyHelp: t`Adicione quem atende com você: cada pessoa entra com o seu e-mail e vê as suas filas.`,
    example: t`Ana Souza, ana@empresa.com.br, atende as filas Vendas e Financeiro.`,
    saved: t`Usuário salvo com sucesso!`,
    deleted: t`Usuário excluído com sucesso!`,
    delete: (name) => t`Excluir o usuário ${name}?`,
    discard: (name) => t`Descartar o usuário ${name}?`,
    deleteMeans: t`A pessoa não entra mais. O que ela escreveu fica.`,
  }),
  columns: () => [
    { label: t`Nome`, width: 'w-[18%]', Cell: Name },
    { id: 'email', label: t`E-mail`, width: 'w-[22%]', Cell: Email },
    { id: 'profile', label: t`Perfil`, width: 'w-32', Cell: ProfileCell },
    { id: 'queues', label: t`Filas`, Cell: Queues },
    { id: 'online', label: t`Situação`, width: 'w-24', Cell: Online },
  ],
  Form: UserForm,
  DeleteMeans,
  mayAdd: mayEdit,
  mayEdit: (row, actor) => mayEdit(actor) && mayTouch(actor, row),
  mayDelete: (row, actor) => row.id !== actor.userId && mayEdit(actor) && mayTouch(actor, row),
}

/** Supervisors read: who is there, and who is online. */
function mayEdit(actor: UserActor): boolean {
  return hasPermission(actor, 'users-page:edit')
}

interface CellProps {
  row: ListedRow<UserRow>
}

function Name({ row }: CellProps) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <RowName resource={users} row={row} />
      {!row.canLogIn && <NotYet row={row} />}
    </span>
  )
}

/** Who can't log in yet. */
function NotYet({ row: { invitedUntil } }: CellProps) {
  const now = useNow()
  return (
    <Badge variant="warning" shape="label">
      {invitedUntil === null && <Trans>Sem senha</Trans>}
      {invitedUntil !== null && (invitedUntil > now ? <Trans>Convidado</Trans> : <Trans>Convite vencido</Trans>)}
    </Badge>
  )
}

function Email({ row: { email } }: CellProps) {
  return <span className="block truncate">{email}</span>
}

function ProfileCell({ row: { profile } }: CellProps) {
  return profileWords(profile)
}

function Queues({ row: { queueIds, profile } }: CellProps) {
  const { rows } = useQuery(queueChoices())
  const own = rows.filter(({ id }) => queueIds.includes(id))
  if (own.length === 0) return profile === 'admin' ? <Trans>Todas</Trans> : <Trans>Nenhuma</Trans>
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {own.map(({ id, name, color }) => (
        <span key={id} className="flex min-w-0 items-center gap-1.5">
          <QueueMark color={color} />
          <span className="truncate">{name}</span>
        </span>
      ))}
    </span>
  )
}

/** Without network nobody knows. */
function Online({ row: { id } }: CellProps) {
  const online = useIsOnline(id)
  if (online === null) return <span aria-hidden>–</span>
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={cn('size-2 shrink-0 rounded-full', online ? 'bg-good' : 'bg-line-strong')} />
      {online ? <Trans>Online</Trans> : <Trans>Offline</Trans>}
    </span>
  )
}

function DeleteMeans({ row: { id } }: { row: UserRow }) {
  const { rows } = useQuery(openTicketsOf({ userId: id }))
  const count = rows[0]?.count ?? 0
  const stays = t`A pessoa não entra mais. O que ela escreveu fica.`
  if (count === 0) return stays
  const back = plural(count, {
    one: '# atendimento aberto volta a aguardar.',
    other: '# atendimentos abertos voltam a aguardar.',
  })
  return `${stays} ${back}`
}
