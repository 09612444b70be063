// What the chat is called, who is in it or writes in it, and what can be done to it: its owner changes and deletes it, everybody may leave.
import type { ChatDetail, ChatMemberRow } from 'db/chats/queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, EllipsisVertical, LogOut, Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { buttonVariants } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/ui/menu.tsx'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { toastDone, toastError } from '../../../lib/app/toast.ts'
import { phone, useMedia } from '../../../lib/media/use-media.ts'
import { mutate } from '../../../sync/client.ts'
import { MembersDialog } from './members-dialog.tsx'
import { useTyping } from './use-typing.ts'

interface ChatHeaderProps {
  chat: ChatDetail
  members: readonly ChatMemberRow[]
}

export function ChatHeader({ chat, members }: ChatHeaderProps) {
  const { t } = useLingui()
  const [showing, setShowing] = useState(false)
  // On a phone the list with its title is not on the screen.
  const Title = useMedia(phone) ? 'h1' : 'h2'
  return (
    <header className="safe-top shrink-0 border-b border-line bg-surface">
      <div className="flex min-h-14 items-center gap-3 px-2 max-sm:gap-1 sm:px-4">
        <Link
          to="/chats"
          aria-label={t`Voltar para a lista`}
          className={buttonVariants({ variant: 'ghost', className: 'size-11 p-0 sm:hidden' })}
        >
          <ArrowLeft />
        </Link>
        <Avatar name={chat.title} className="max-sm:hidden" />
        <button
          type="button"
          onClick={() => setShowing(true)}
          className="min-w-0 flex-1 rounded-md px-1 py-0.5 text-left hover:bg-hover"
        >
          <Title dir="auto" className="truncate text-base leading-tight font-semibold">
            {chat.title}
          </Title>
          <Subtitle members={members} />
        </button>
        <Actions chat={chat} onMembers={() => setShowing(true)} />
      </div>
      <MembersDialog open={showing} onOpenChange={setShowing} chat={chat} members={members} />
    </header>
  )
}

function Subtitle({ members }: Pick<ChatHeaderProps, 'members'>) {
  const { t } = useLingui()
  const { userId } = useActor()
  const typing = useTyping(members).map(({ name }) => firstName(name))
  const [first = '', second = ''] = typing
  const names = members.map(({ id, name }) => (id === userId ? t`você` : firstName(name))).join(', ')
  const words =
    typing.length === 0
      ? names
      : typing.length === 1
        ? t`${first} está escrevendo…`
        : typing.length === 2
          ? t`${first} e ${second} estão escrevendo…`
          : plural(typing.length, { other: '# pessoas estão escrevendo…' })
  return (
    <span role="status" className={`block truncate text-xs ${typing.length > 0 ? 'text-accent' : 'text-muted'}`}>
      {words}
    </span>
  )
}

const firstName = (name: string) => name.split(' ')[0] ?? name

function Actions({ chat, onMembers }: { chat: ChatDetail; onMembers(): void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { userId } = useActor()
  const [asking, setAsking] = useState<Asked>()
  const isOwner = chat.ownerId === userId
  const { id, title } = chat
  const act = (name: 'chat.delete' | 'chat.leave', words: string) => {
    mutate(name, { id }).then(() => toastDone(words), toastError)
    void navigate({ to: '/chats', replace: true })
  }
  return (
    <>
      {isOwner && <EditLink chatId={id} />}
      <ActionsMenu isOwner={isOwner} onMembers={onMembers} onAsk={setAsking} />
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={t`Excluir a conversa ${title}?`}
        description={t`Ela e todas as suas mensagens somem para todos os participantes.`}
        confirm={t`Excluir`}
        onConfirm={() => act('chat.delete', t`Conversa excluída.`)}
      />
      <ConfirmDialog
        open={asking === 'leave'}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={t`Sair da conversa ${title}?`}
        description={
          isOwner
            ? t`Você deixa de vê-la, e quem participa há mais tempo passa a cuidar dela. Se não há mais ninguém, ela é excluída.`
            : t`Você deixa de vê-la, com tudo o que foi dito, até que alguém o inclua de novo.`
        }
        confirm={t`Sair`}
        onConfirm={() => act('chat.leave', t`Você saiu da conversa.`)}
      />
    </>
  )
}

function EditLink({ chatId }: { chatId: string }) {
  const { t } = useLingui()
  return (
    <Link
      to="/chats/$chatId/edit"
      params={{ chatId }}
      aria-label={t`Editar conversa`}
      title={t`Editar conversa`}
      className={buttonVariants({ variant: 'ghost', className: 'size-8 p-0 touch:size-11' })}
    >
      <Pencil />
    </Link>
  )
}

/** What is asked about before it is done. */
type Asked = 'delete' | 'leave'

interface ActionsMenuProps {
  isOwner: boolean
  onMembers(): void
  onAsk(asked: Asked): void
}

function ActionsMenu({ isOwner, onMembers, onAsk }: ActionsMenuProps) {
  const { t } = useLingui()
  return (
    <Menu
      label={t`Mais ações`}
      trigger={
        <IconButton label={t`Mais ações`}>
          <EllipsisVertical />
        </IconButton>
      }
    >
      <MenuItem onClick={onMembers}>
        <Users aria-hidden />
        <Trans>Participantes</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem onClick={() => onAsk('leave')}>
        <LogOut aria-hidden />
        <Trans>Sair da conversa</Trans>
      </MenuItem>
      {isOwner && (
        <MenuItem variant="danger" onClick={() => onAsk('delete')}>
          <Trash2 aria-hidden />
          <Trans>Excluir conversa</Trans>
        </MenuItem>
      )}
    </Menu>
  )
}
