// Who has had a message before their eyes, and who has not yet: members besides who said it.
import type { ChatMemberRow } from 'db/chats/queries.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Dialog, DialogBody } from '../../../components/ui/dialog.tsx'
import { Fact } from '../../../desk/conversation/bubble/fact.tsx'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { formatDateTime } from '../../../lib/text/date-time.ts'

interface ReadersDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  message: MessageRow
  members: readonly ChatMemberRow[]
}

export function ReadersDialog({ open, onOpenChange, message, members }: ReadersDialogProps) {
  const { t } = useLingui()
  const { userId } = useActor()
  const sender = message.fromMe ? userId : message.participantId
  const others = members.filter(({ id }) => id !== sender)
  const readers = others.filter(({ readUntil }) => readUntil >= message.createdAt)
  const waiting = others.filter((member) => !readers.includes(member))
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Lida por`} className="sm:max-w-96">
      <DialogBody className="flex flex-col gap-4 pb-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-base">
          <Fact name={<Trans>De</Trans>}>{message.fromMe ? t`Você` : message.participantName}</Fact>
          <Fact name={<Trans>Escrita</Trans>}>{formatDateTime(message.createdAt)}</Fact>
        </dl>
        <People title={t`Já leram`} none={t`Ninguém ainda.`} people={readers} />
        {waiting.length > 0 && <People title={t`Ainda não leram`} none="" people={waiting} />}
      </DialogBody>
    </Dialog>
  )
}

function People({ title, none, people }: { title: string; none: string; people: readonly ChatMemberRow[] }) {
  return (
    <section>
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      {people.length === 0 && <p className="pt-1 text-sm">{none}</p>}
      <ul role="list" aria-label={title}>
        {people.map(({ id, name }) => (
          <li key={id} className="flex h-10 items-center gap-3">
            <Avatar name={name} size="sm" />
            <span className="min-w-0 flex-1 truncate">{name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
