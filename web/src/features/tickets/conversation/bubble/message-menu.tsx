// What can be done to one message. One menu serves the whole conversation; it opens where its message is.
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import {
  deleteWindowMs,
  editWindowMs,
  isDeletable,
  isEditable,
  isForwardable,
  isReactable,
  isYounger,
} from 'db/messages/rules.ts'
import { ack } from 'db/messages/table.ts'
import { Forward, Info, Pencil, Plus, Reply, Trash2 } from 'lucide-react'
import { AnchoredMenu, MenuItem, MenuSeparator } from '../../../../components/ui/menu.tsx'
import { cn } from '../../../../lib/class-names.ts'
import { ContentEntries, MenuEntry } from '../../../../desk/conversation/bubble/menu-entries.tsx'
import { self } from '../../../../desk/conversation/bubble/reaction-counts.ts'

export type MessageVerb = 'reply' | 'forward' | 'edit' | 'delete' | 'info' | 'pickEmoji'

interface MessageMenuProps {
  message: MessageRow
  open: boolean
  onOpenChange(open: boolean): void
  anchor: Element
  /** What can be done depends on the message's age when it was opened. */
  openedAt: Date
  /** The conversation takes messages. */
  canReply: boolean
  focusAfter(): HTMLElement | undefined
  onReact(emoji: string): void
  onVerb(verb: MessageVerb): void
}

const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🙏']

export function MessageMenu(props: MessageMenuProps) {
  const { t } = useLingui()
  const { message, open, onOpenChange, anchor, openedAt, canReply, focusAfter } = props
  return (
    <AnchoredMenu
      label={t`Ações da mensagem`}
      open={open}
      onOpenChange={onOpenChange}
      anchor={anchor}
      align={message.fromMe ? 'end' : 'start'}
      focusAfter={focusAfter}
    >
      {canReply && isReactable(message) && <QuickReactions {...props} />}
      {canReply && !message.isDeleted && message.ack !== ack.failed && (
        <MenuEntry icon={Reply} onClick={() => props.onVerb('reply')}>{t`Responder`}</MenuEntry>
      )}
      <ContentEntries message={message} />
      {isForwardable(message) && (
        <MenuEntry icon={Forward} onClick={() => props.onVerb('forward')}>{t`Encaminhar`}</MenuEntry>
      )}
      {canReply && isEditable(message) && isYounger(message, editWindowMs, openedAt) && (
        <MenuEntry icon={Pencil} onClick={() => props.onVerb('edit')}>{t`Editar`}</MenuEntry>
      )}
      <MenuEntry icon={Info} onClick={() => props.onVerb('info')}>{t`Informações`}</MenuEntry>
      {canReply && isDeletable(message) && isYounger(message, deleteWindowMs, openedAt) && (
        <>
          <MenuSeparator />
          <MenuEntry icon={Trash2} danger onClick={() => props.onVerb('delete')}>{t`Apagar para todos`}</MenuEntry>
        </>
      )}
    </AnchoredMenu>
  )
}

function QuickReactions({ message, onReact, onVerb }: MessageMenuProps) {
  const { t } = useLingui()
  const own = message.reactions[self] ?? ''
  return (
    <>
      <div className="flex items-center justify-between gap-0.5 px-1 pb-0.5">
        {quickEmoji.map((emoji) => (
          <MenuItem
            key={emoji}
            label={emoji}
            aria-label={emoji === own ? t`Remover a reação ${emoji}` : t`Reagir com ${emoji}`}
            onClick={() => onReact(emoji === own ? '' : emoji)}
            className={cn('size-9 justify-center p-0 text-xl touch:size-11', emoji === own && 'bg-accent-soft')}
          >
            {emoji}
          </MenuItem>
        ))}
        <MenuItem
          aria-label={t`Mais emojis`}
          onClick={() => onVerb('pickEmoji')}
          className="size-9 justify-center p-0 touch:size-11"
        >
          <Plus aria-hidden />
        </MenuItem>
      </div>
      <MenuSeparator />
    </>
  )
}
