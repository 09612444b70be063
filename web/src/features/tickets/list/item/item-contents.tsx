import type { TicketTag } from 'db/tags/queries.ts'
import type { ListRow } from 'db/tickets/list-queries.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Archive, Bot, Check, CircleAlert, Clock, Smartphone } from 'lucide-react'
import { useMemo } from 'react'
import { QueueMark } from '../../../../components/queue-mark.tsx'
import { Badge } from '../../../../components/ui/badge.tsx'
import { cn } from '../../../../lib/class-names.ts'
import { cutText } from 'db/kit/texts/cut-text.ts'
import { formatDateTime, formatWhen } from '../../../../lib/text/date-time.ts'
import { plainText } from '../../../../lib/text/message-markup.ts'
import { useDraft } from '../../../../lib/data/drafts.ts'
import { ContactAvatar } from '../../../../desk/contacts/contact-avatar.tsx'
import { contactName } from '../../../../desk/contacts/contact-name.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { shortWait, waitSince, waitWords } from '../../../../desk/tickets/wait.ts'
import { kindIcons } from '../../../../desk/preview.tsx'
import { useLastMessageWords, useWithoutName } from '../../../../desk/tickets/last-message-words.ts'
import { piecesOf, snippetOf } from '../search/highlight.ts'
import { useSeveralConnections } from '../../../../desk/number/use-several-connections.ts'
import { lastMessageKind } from '../../../../desk/tickets/last-message.ts'
import { MarkedText } from '../search/marked-text.tsx'
import type { Found } from './ticket-item.tsx'
import type { Unsent } from './use-unsent.ts'

interface ItemContentsProps {
  ticket: ListRow
  today: Date
  unsent: Unsent | undefined
  found: Found | undefined
  /** The attendant is who looks. */
  isOwn: boolean
  /** Its conversation is open. */
  selected: boolean
  className: string
}

/** Two lines and a meta line, 72 px. */
export function ItemContents({ ticket, today, unsent, found, isOwn, selected, className }: ItemContentsProps) {
  const unread = ticket.unreadMessages
  const name = contactName(ticket)
  return (
    <>
      <ContactAvatar name={name} pictureHash={ticket.contactPicture} isGroup={ticket.isGroup} size="lg" />
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2">
        <span className="flex min-w-0 items-baseline gap-2">
          <span
            dir="auto"
            className={cn('min-w-0 flex-1 truncate text-left', unread > 0 ? 'font-semibold' : 'font-medium')}
          >
            <MarkedText pieces={piecesOf(name, found?.words ?? [])} />
          </span>
          {unread > 0 && <UnreadWords count={unread} />}
          {ticket.chatbot && <ChatbotMark />}
        </span>
        <span className={cn('col-span-2 row-start-2 block min-w-0', className)}>
          <LastMessage ticket={ticket} unsent={unsent} found={found} selected={selected} />
          <span className="flex h-4 items-center gap-2">
            <Meta ticket={ticket} isOwn={isOwn} told={found !== undefined} />
            {unread > 0 && (
              <Badge aria-hidden variant="accent">
                {unread > 99 ? '99+' : unread}
              </Badge>
            )}
          </span>
        </span>
        {ticket.waitingSince ? (
          <Waiting since={ticket.waitingSince} />
        ) : (
          <time
            dateTime={ticket.lastMessageAt.toISOString()}
            className={cn(
              'col-start-2 row-start-1 text-xs tabular',
              unread > 0 ? 'font-medium text-accent' : 'text-muted',
            )}
          >
            {formatWhen(ticket.lastMessageAt, today)}
          </time>
        )}
      </span>
    </>
  )
}

/** In place of the time of the last message: who waits is chosen by it. */
function Waiting({ since }: { since: Date }) {
  const wait = waitSince(since, useNow())
  return (
    <time
      dateTime={since.toISOString()}
      title={`${waitWords(wait)} · ${formatDateTime(since)}`}
      className={cn(
        'col-start-2 row-start-1 flex items-center gap-1 self-center text-xs tabular',
        wait.isLong ? 'font-medium text-warning' : 'text-muted',
      )}
    >
      <Clock aria-hidden className="size-3" />
      {shortWait(wait)}
    </time>
  )
}

function ChatbotMark() {
  const { t } = useLingui()
  return <Bot role="img" aria-label={t`com o chatbot`} className="size-3.5 shrink-0 self-center text-muted" />
}

type LastMessageProps = Pick<ItemContentsProps, 'ticket' | 'unsent' | 'found' | 'selected'>

function LastMessage({ ticket, unsent, found, selected }: LastMessageProps) {
  const [draft] = useDraft(ticket.id)
  const words = useLastMessageWords()(ticket)
  const kind = lastMessageKind(ticket.lastMessageType)
  const Icon = kindIcons[kind ?? 'text']
  if (found?.text) return <FoundText text={found.text} words={found.words} />
  // Of the open conversation it stands in the field.
  if (draft.trim() !== '' && ticket.status === 'open' && !selected) return <Draft text={draft} unsent={unsent} />
  return (
    <span className={cn('flex items-center gap-1', ticket.unreadMessages > 0 ? 'text-ink' : 'text-muted')}>
      <OwnMark fromMe={ticket.lastMessageFromMe} unsent={unsent} />
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      <span dir="auto" className="min-w-0 truncate text-left">
        <MarkedText pieces={piecesOf(words, found?.words ?? [])} />
      </span>
    </span>
  )
}

/** More than the line of a wide screen has room for. */
const draftCharacters = 200

function Draft({ text, unsent }: { text: string; unsent: Unsent | undefined }) {
  return (
    <span className="flex items-center gap-1 text-muted">
      <OwnMark fromMe={false} unsent={unsent} />
      <span className="shrink-0 font-medium text-accent">
        <Trans>Rascunho:</Trans>
      </span>
      <span dir="auto" className="min-w-0 truncate text-left">
        {plainText(cutText(text, draftCharacters))}
      </span>
    </span>
  )
}

function FoundText({ text, words }: { text: string; words: readonly string[] }) {
  const said = useWithoutName()(text)
  // The whole message, once and not with each change of its row.
  const pieces = useMemo(() => snippetOf(plainText(said), words), [said, words])
  return (
    <span dir="auto" className="block truncate text-left text-muted">
      <MarkedText pieces={pieces} />
    </span>
  )
}

function OwnMark({ fromMe, unsent }: { fromMe: boolean; unsent: Unsent | undefined }) {
  const { t } = useLingui()
  const size = 'size-3.5 shrink-0'
  if (unsent === 'refused') {
    return <CircleAlert role="img" aria-label={t`Recusado pelo servidor`} className={cn(size, 'text-danger')} />
  }
  if (unsent === 'waiting') return <Clock role="img" aria-label={t`Na fila para enviar`} className={size} />
  return fromMe && <Check role="img" aria-label={t`Você`} className={size} />
}

interface MetaProps {
  ticket: ListRow
  isOwn: boolean
  /** Among others than its own kind: it says that it is closed. */
  told: boolean
}

function Meta({ ticket, isOwn, told }: MetaProps) {
  const { queueName, queueColor, userName, connectionName, tags } = ticket
  const several = useSeveralConnections()
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1.5 text-xs text-muted">
      {told && ticket.status === 'closed' && (
        <Badge>
          <Trans>Resolvido</Trans>
        </Badge>
      )}
      {ticket.archived && <ArchivedMark />}
      {queueName !== null && <QueueMark color={queueColor} />}
      {queueName === null && ticket.isGroup ? (
        <GroupWithoutQueue />
      ) : (
        <span className="max-w-24 shrink-0 truncate">{queueName ?? <Trans>Sem fila</Trans>}</span>
      )}
      {userName !== null && !isOwn && <Part>{userName}</Part>}
      {tags?.slice(0, 2).map((tag) => (
        <TagChip key={tag.id} tag={tag} />
      ))}
      {tags && tags.length > 2 && <span className="shrink-0 tabular">+{tags.length - 2}</span>}
      {connectionName !== null && several && <Connection name={connectionName} />}
    </span>
  )
}

function ArchivedMark() {
  const { t } = useLingui()
  return <Archive role="img" aria-label={t`Arquivado`} className="size-3.5 shrink-0" />
}

/** Nobody but admins sees it, and it chooses no queue by itself. */
function GroupWithoutQueue() {
  const { t } = useLingui()
  const hint = t`Só administradores veem este grupo. Escolha a fila dos grupos na conexão, ou transfira o atendimento.`
  return (
    <span title={hint} className="inline-flex shrink-0 items-center gap-1 text-warning">
      <CircleAlert aria-hidden className="size-3.5 shrink-0" />
      <Trans>Grupo sem fila</Trans>
      <span className="sr-only">{hint}</span>
    </span>
  )
}

/** Which of the company's numbers they write to. */
function Connection({ name }: { name: string }) {
  return (
    <span title={name} className="inline-flex min-w-0 items-center gap-0.5">
      <Smartphone aria-hidden className="size-3 shrink-0" />
      <span className="min-w-0 truncate">{name}</span>
    </span>
  )
}

function Part({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden>·</span>
      <span className="min-w-0 truncate">{children}</span>
    </>
  )
}

function TagChip({ tag }: { tag: TicketTag }) {
  return (
    <span className="inline-flex min-w-0 shrink items-center gap-1 rounded-full bg-pressed px-1.5">
      <QueueMark color={tag.color} />
      <span className="max-w-16 truncate">{tag.name}</span>
    </span>
  )
}

/** Heard after the name; seen as a badge at the end of the row. */
function UnreadWords({ count }: { count: number }) {
  return (
    <span className="sr-only">
      <Plural value={count} one="# não lida" other="# não lidas" />
    </span>
  )
}
