import type { ChatDetail, ChatMemberRow } from 'db/chats/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { ItemBoundary } from '../../../components/error-boundary.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { useActor } from '../../../lib/app/actor-context.tsx'

interface MembersDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  chat: ChatDetail
  members: readonly ChatMemberRow[]
}

export function MembersDialog({ open, onOpenChange, chat, members }: MembersDialogProps) {
  const { t } = useLingui()
  const { userId } = useActor()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Participantes`}
      description={chat.title}
      className="sm:max-w-96"
    >
      <ul role="list" aria-label={t`Participantes`} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {members.map(({ id, name, isOwner }) => (
          <li key={id} className="flex h-11 items-center gap-3 px-2">
            <ItemBoundary of={name}>
              <Avatar name={name} size="sm" />
              <span className="min-w-0 flex-1 truncate">{id === userId ? t`${name} (você)` : name}</span>
              {isOwner && (
                <span className="text-xs text-muted">
                  <Trans>Cuida da conversa</Trans>
                </span>
              )}
            </ItemBoundary>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
