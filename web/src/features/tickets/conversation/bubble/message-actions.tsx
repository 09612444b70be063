// The one place where something is done to a message: it gives bubbles what they may call, and holds the menu and dialogs that
// they open. Nothing waits for the network: each is a mutation in the outbox.
import type { MessageRow } from 'db/messages/queries.ts'
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { isReactable } from 'db/messages/rules.ts'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import { Popover } from '../../../../components/ui/popover.tsx'
import { toastDone, toastError } from '../../../../lib/app/toast.ts'
import { useStable } from '../../../../lib/use-stable.ts'
import { mutate } from '../../../../sync/client.ts'
import { ConversationActionsContext } from '../../../../desk/conversation/bubble/conversation-actions.ts'
import { EmojiPicker } from '../../../../desk/conversation/composer/emoji-picker.tsx'
import { ForwardDialog } from './forward-dialog.tsx'
import { InfoDialog } from './info-dialog.tsx'
import { MessageMenu, type MessageVerb } from './message-menu.tsx'
import { self } from '../../../../desk/conversation/bubble/reaction-counts.ts'

interface MessageActionsProps {
  ticket: TicketDetail
  canReply: boolean
  showMessage(id: string): void
  onReply(message: MessageRow): void
  onEdit(message: MessageRow): void
  children: ReactNode
}

type Panel = 'menu' | 'pickEmoji' | 'forward' | 'delete' | 'info'
/** What is open, at which message. It stays while it closes, so that it does not change under the reader's eyes. */
interface Opened {
  panel: Panel
  message: MessageRow
  anchor: Element
  at: Date
  open: boolean
}

const run = (change: Promise<unknown>) => void change.catch(toastError)

export function MessageActions({ ticket, canReply, showMessage, onReply, onEdit, children }: MessageActionsProps) {
  const { opened, openPanel, close } = usePanels()
  const openMenu = useStable(openPanel('menu'))
  const openReactions = useStable((message: MessageRow, anchor: Element) =>
    isReactable(message) ? openPanel('pickEmoji')(message, anchor) : undefined,
  )
  const react = useStable((message: MessageRow, emoji: string) => {
    if ((message.reactions[self] ?? '') !== emoji) run(mutate('message.react', { id: message.id, emoji }))
  })
  const reply = useStable(onReply)
  const show = useStable(showMessage)
  const actions = useMemo(
    () => ({
      ticketId: ticket.id,
      openMenu,
      showMessage: show,
      openReactions: canReply ? openReactions : null,
      react: canReply ? react : null,
      reply: canReply ? reply : null,
    }),
    [ticket.id, canReply, openMenu, openReactions, react, reply, show],
  )

  return (
    <ConversationActionsContext value={actions}>
      {children}
      {opened && (
        <Panels
          opened={opened}
          canReply={canReply && opened.message.ticketId === ticket.id}
          ticketId={ticket.id}
          onOpen={openPanel}
          onClose={close}
          onReact={react}
          onReply={onReply}
          onEdit={onEdit}
        />
      )}
    </ConversationActionsContext>
  )
}

function usePanels() {
  const [opened, setOpened] = useState<Opened>()
  return {
    opened,
    openPanel: (panel: Panel) => (message: MessageRow, anchor: Element) =>
      setOpened({ panel, message, anchor, at: new Date(), open: true }),
    /** Closing the menu may come after another panel has opened in its place. */
    close: (panel: Panel) => setOpened((before) => (before?.panel === panel ? { ...before, open: false } : before)),
  }
}

interface PanelsProps extends Pick<MessageActionsProps, 'canReply' | 'onReply' | 'onEdit'> {
  opened: Opened
  ticketId: string
  onOpen(panel: Panel): (message: MessageRow, anchor: Element) => void
  onClose(panel: Panel): void
  onReact(message: MessageRow, emoji: string): void
}

function Panels({ opened, canReply, ticketId, onOpen, onClose, onReact, onReply, onEdit }: PanelsProps) {
  const { t } = useLingui()
  const { message, anchor, at } = opened
  /** Since when answering or editing goes on in the composer. */
  const left = useRef<Date>(undefined)
  const isOpen = (panel: Panel) => opened.panel === panel && opened.open
  const closer = (panel: Panel) => (open: boolean) => !open && onClose(panel)
  const onVerb = (verb: MessageVerb) => {
    if (verb !== 'reply' && verb !== 'edit') return onOpen(verb)(message, anchor)
    left.current = at
    onClose('menu')
    if (verb === 'reply') onReply(message)
    else onEdit(message)
  }
  return (
    <>
      <MessageMenu
        message={message}
        open={isOpen('menu')}
        onOpenChange={closer('menu')}
        anchor={anchor}
        openedAt={at}
        canReply={canReply}
        focusAfter={() => (left.current === at ? undefined : elementOf(message))}
        onReact={(emoji) => onReact(message, emoji)}
        onVerb={onVerb}
      />
      <ReactionPicker
        open={isOpen('pickEmoji')}
        onOpenChange={closer('pickEmoji')}
        anchor={anchor}
        onPick={(emoji) => {
          onReact(message, emoji)
          onClose('pickEmoji')
        }}
      />
      <ForwardDialog
        open={isOpen('forward')}
        onOpenChange={closer('forward')}
        from={ticketId}
        onPick={(chosenId, name) => {
          onClose('forward')
          const done = mutate('message.forward', { id: newId(), messageId: message.id, ticketId: chosenId })
          run(done.then(() => toastDone(t`Encaminhada para ${name}`)))
        }}
      />
      <ConfirmDialog
        open={isOpen('delete')}
        onOpenChange={closer('delete')}
        title={t`Apagar a mensagem para todos?`}
        description={t`Ela some do WhatsApp do contato. Aqui fica a marca de que foi apagada.`}
        confirm={t`Apagar`}
        onConfirm={() => run(mutate('message.delete', { id: message.id }))}
      />
      <InfoDialog open={isOpen('info')} onOpenChange={closer('info')} message={message} />
    </>
  )
}

interface ReactionPickerProps {
  open: boolean
  onOpenChange(open: boolean): void
  anchor: Element
  onPick(emoji: string): void
}

function ReactionPicker({ onPick, ...popover }: ReactionPickerProps) {
  const { t } = useLingui()
  return (
    <Popover {...popover} label={t`Reagir`} side="bottom">
      <EmojiPicker onPick={onPick} />
    </Popover>
  )
}

function elementOf({ id }: MessageRow): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(`[data-message="${id}"]`) ?? undefined
}
