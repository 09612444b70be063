// What can be done to what was said: it is answered, copied, downloaded, and who has read it is told.
import type { ChatMemberRow } from 'db/chats/queries.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { CheckCheck, Reply } from 'lucide-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { AnchoredMenu } from '../../../components/ui/menu.tsx'
import { ConversationActionsContext } from '../../../desk/conversation/bubble/conversation-actions.ts'
import { ContentEntries, MenuEntry } from '../../../desk/conversation/bubble/menu-entries.tsx'
import { useStable } from '../../../lib/use-stable.ts'
import { ReadersDialog } from './readers-dialog.tsx'

interface ChatMessageActionsProps {
  chatId: string
  members: readonly ChatMemberRow[]
  showMessage(id: string): void
  onReply(message: MessageRow): void
  children: ReactNode
}

/** What is open, at which message. It stays while it closes, so that it does not change under the reader's eyes. */
interface Opened {
  panel: 'menu' | 'readers'
  message: MessageRow
  anchor: Element
  open: boolean
}

export function ChatMessageActions({ chatId, members, showMessage, onReply, children }: ChatMessageActionsProps) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<Opened>()
  /** Answering goes on in the composer. */
  const leaves = useRef(false)
  const openMenu = useStable((message: MessageRow, anchor: Element) => {
    leaves.current = false
    setOpened({ panel: 'menu', message, anchor, open: true })
  })
  const reply = useStable(onReply)
  const show = useStable(showMessage)
  const actions = useMemo(
    () => ({ ticketId: chatId, openMenu, showMessage: show, openReactions: null, react: null, reply }),
    [chatId, openMenu, show, reply],
  )
  const closer = (panel: Opened['panel']) => (open: boolean) =>
    !open && setOpened((before) => (before?.panel === panel ? { ...before, open: false } : before))
  return (
    <ConversationActionsContext value={actions}>
      {children}
      {opened && (
        <>
          <AnchoredMenu
            label={t`Ações da mensagem`}
            open={opened.panel === 'menu' && opened.open}
            onOpenChange={closer('menu')}
            anchor={opened.anchor}
            align={opened.message.fromMe ? 'end' : 'start'}
            focusAfter={() => (leaves.current ? undefined : elementOf(opened.message))}
          >
            <MenuEntry
              icon={Reply}
              onClick={() => {
                leaves.current = true
                reply(opened.message)
              }}
            >{t`Responder`}</MenuEntry>
            <ContentEntries message={opened.message} />
            <MenuEntry
              icon={CheckCheck}
              onClick={() => setOpened({ ...opened, panel: 'readers', open: true })}
            >{t`Lida por`}</MenuEntry>
          </AnchoredMenu>
          <ReadersDialog
            open={opened.panel === 'readers' && opened.open}
            onOpenChange={closer('readers')}
            message={opened.message}
            members={members}
          />
        </>
      )}
    </ConversationActionsContext>
  )
}

function elementOf({ id }: MessageRow): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(`[data-message="${id}"]`) ?? undefined
}
