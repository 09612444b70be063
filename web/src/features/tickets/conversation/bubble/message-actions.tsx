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
  const { t } = useLingui()
  const [opened, setOpened] = useState<Opened>()
  /** Answering and editing go on in the composer. */
  const leaves = useRef(false)
  const openPanel = (panel: Panel) => (message: MessageRow, anchor: Element) => {
    leaves.current = false
    setOpened({ panel, message, anchor, at: new Date(), open: true })
  }
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

  const isOpen = (panel: Panel) => opened?.panel === panel && opened.open
  /** Closing the menu may come after another panel has opened in its place. */
  const close = (panel: Panel) => setOpened((before) => (before?.panel === panel ? { ...before, open: false } : before))
  const closer = (panel: Panel) => (open: boolean) => !open && close(panel)
  const onVerb = (message: MessageRow, anchor: Element) => (verb: MessageVerb) => {
    if (verb !== 'reply' && verb !== 'edit') return openPanel(verb)(message, anchor)
    leaves.current = true
    close('menu')
    if (verb === 'reply') onReply(message)
    else onEdit(message)
  }
  return (
    <ConversationActionsContext value={actions}>
      {children}
      {opened && (
        <>
          <MessageMenu
            message={opened.message}
            open={isOpen('menu')}
            onOpenChange={closer('menu')}
            anchor={opened.anchor}
            openedAt={opened.at}
            canReply={canReply && opened.message.ticketId === ticket.id}
            focusAfter={() => (leaves.current ? undefined : elementOf(opened.message))}
            onReact={(emoji) => react(opened.message, emoji)}
            onVerb={onVerb(opened.message, opened.anchor)}
          />
          <Popover
            open={isOpen('pickEmoji')}
            onOpenChange={closer('pickEmoji')}
            label={t`Reagir`}
            anchor={opened.anchor}
            side="bottom"
          >
            <EmojiPicker
              onPick={(emoji) => {
                react(opened.message, emoji)
                close('pickEmoji')
              }}
            />
          </Popover>
          <ForwardDialog
            open={isOpen('forward')}
            onOpenChange={closer('forward')}
            from={ticket.id}
            onPick={(ticketId, name) => {
              close('forward')
              const done = mutate('message.forward', { id: newId(), messageId: opened.message.id, ticketId })
              run(done.then(() => toastDone(t`Encaminhada para ${name}`)))
            }}
          />
          <ConfirmDialog
            open={isOpen('delete')}
            onOpenChange={closer('delete')}
            title={t`Apagar a mensagem para todos?`}
            description={t`Ela some do WhatsApp do contato. Aqui fica a marca de que foi apagada.`}
            confirm={t`Apagar`}
            onConfirm={() => run(mutate('message.delete', { id: opened.message.id }))}
          />
          <InfoDialog open={isOpen('info')} onOpenChange={closer('info')} message={opened.message} />
        </>
      )}
    </ConversationActionsContext>
  )
}

function elementOf({ id }: MessageRow): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(`[data-message="${id}"]`) ?? undefined
}
