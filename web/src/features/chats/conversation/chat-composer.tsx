// What is written to colleagues: text with mentions, files, a recording, a ticket that one speaks of, and the message that is answered.
// Invariant: nothing leaves the field before it is durable, or it comes back.
import { chatMessageById, type ChatMemberRow } from 'db/chats/queries.ts'
import { placesOf } from 'db/mentions/text.ts'
import { AttachFrame } from '../../../desk/conversation/composer/attach-frame.tsx'
import { Trans } from '@lingui/react/macro'
import { AtSign, Ticket } from 'lucide-react'
import { useMemo, useRef, useState, type ComponentProps } from 'react'
import { MenuItem } from '../../../components/ui/menu.tsx'
import { chooseFiles, dropChosen, useChosenFiles } from '../../../desk/files/chosen-files.ts'
import { ChosenFiles } from '../../../desk/conversation/composer/chosen-files.tsx'
import { LineAbove, useHeldBack } from '../../../desk/conversation/composer/line-above.tsx'
import { MessageField, SendButton, useWritingFocus } from '../../../desk/conversation/composer/message-field.tsx'
import { RecordBar } from '../../../desk/conversation/composer/record-bar.tsx'
import { ReplyBar } from '../../../desk/conversation/composer/reply-bar.tsx'
import { useFormSubmit } from '../../../desk/conversation/composer/use-form-submit.ts'
import { useMentionPicker } from '../../../desk/mention-picker.tsx'
import { useSubmit } from '../../../desk/conversation/composer/use-submit.ts'
import type { Messages } from '../../../desk/conversation/list/use-messages.ts'
import { createTypingTeller } from '../../../desk/conversation/presence/tell-typing.ts'
import type { TypingState } from '../../../desk/conversation/presence/typing.ts'
import { afterPaint } from '../../../lib/after-paint.ts'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { toastError } from '../../../lib/app/toast.ts'
import { useDraft, useReplyDraft, writeReplyDraft } from '../../../lib/data/drafts.ts'
import { useFieldInsert } from '../../../lib/text/use-field-insert.ts'
import { useMenuInsert } from '../../../lib/text/use-menu-insert.ts'
import { useStable } from '../../../lib/use-stable.ts'
import type { ChatOutgoing } from './chat-source.ts'
import { TicketDialog } from './ticket-dialog.tsx'

interface ChatComposerProps {
  chatId: string
  members: readonly ChatMemberRow[]
  messages: Messages<ChatOutgoing>
}

const asWritten = (text: string) => text
const always = () => true

export function ChatComposer({ chatId, members, messages }: ChatComposerProps) {
  const { userId } = useActor()
  const others = members.filter(({ id }) => id !== userId)
  const [replyId, setReplyId] = useReplyDraft(chatId)
  const { text, edit, typing } = useText(chatId)
  const { files, preparing } = useChosenFiles(chatId)
  const [recording, setRecording] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const heldBack = useHeldBack()
  const insert = useFieldInsert(input, edit)
  const reply = { id: replyId, set: setReplyId }
  const send = useSend({ chatId, others, messages, reply })
  const sendOne = useStable((message: ChatOutgoing) => void send(message).catch(toastError))
  const { empty, ready, submit } = useSubmit({
    ticketId: chatId,
    text,
    files,
    preparing,
    change: (next) => edit(next, 'paused'),
    finish: asWritten,
    mayGo: always,
    onSend: send,
    onSendMore: messages.send,
  })
  const form = useFormSubmit(input, submit)
  useWritingFocus(input, replyId, recording)
  const choose = useStable((chosen: readonly File[]) => {
    void chooseFiles(chatId, chosen)
    input.current?.focus({ preventScroll: true })
  })
  const record = (on: boolean) => {
    setRecording(on)
    typing.note(on ? 'recording' : 'paused')
  }
  return (
    <form data-settles {...form} className="relative safe-bottom shrink-0 border-t border-line bg-surface">
      {heldBack !== null && <LineAbove>{heldBack}</LineAbove>}
      {replyId !== null && <ReplyBar of={chatMessageById({ id: replyId, userId })} onEnd={() => setReplyId(null)} />}
      <ChosenFiles files={files} preparing={preparing} onRemove={(id) => dropChosen(chatId, new Set([id]))} />
      {recording ? (
        <RecordBar mayGo={always} onSend={sendOne} onEnd={() => record(false)} />
      ) : (
        <Field
          input={input}
          text={text}
          hasFiles={files.length > 0}
          others={others}
          reply={reply}
          edit={edit}
          insert={insert}
          onFiles={choose}
          submit={submit}
          sendOne={sendOne}
        >
          <SendButton empty={empty && preparing === 0} ready={ready} onRecord={() => record(true)} />
        </Field>
      )}
    </form>
  )
}

function useText(chatId: string) {
  const [text, change] = useDraft(chatId)
  const typing = useMemo(() => createTypingTeller(`/chats/${chatId}`), [chatId])
  const edit = useStable((next: string, state: TypingState = next === '' ? 'paused' : 'composing') => {
    change(next)
    // Requests cost milliseconds to begin.
    afterPaint(() => typing.note(state))
  })
  return { text, edit, typing }
}

/** The message that is answered. */
interface Reply {
  id: string | null
  set(id: string | null): void
}

interface Sending extends Pick<ChatComposerProps, 'chatId' | 'messages'> {
  others: readonly ChatMemberRow[]
  reply: Reply
}

function useSend({ chatId, others, messages, reply }: Sending) {
  return useStable(async (message: ChatOutgoing) => {
    const mentions = [...new Set(placesOf(message.body, others).map(({ id }) => id))]
    const whole = { ...message, ...(mentions.length > 0 && { mentions }) }
    if (reply.id === null) return messages.send(whole)
    // The answered message goes with the first thing that is sent.
    reply.set(null)
    try {
      await messages.send({ ...whole, quotedMessageId: reply.id })
    } catch (error) {
      writeReplyDraft(chatId, reply.id)
      throw error
    }
  })
}

interface FieldProps extends Omit<
  ComponentProps<typeof MessageField>,
  'menu' | 'picker' | 'onCaret' | 'replying' | 'onReplyEnd' | 'insert'
> {
  others: readonly ChatMemberRow[]
  reply: Reply
  insert: ReturnType<typeof useFieldInsert>
  sendOne(message: ChatOutgoing): void
}

function Field({ others, reply, sendOne, ...field }: FieldProps) {
  const { text, insert, onFiles } = field
  const [caret, setCaret] = useState(0)
  const fromMenu = useMenuInsert(field.input, insert)
  const picker = useMentionPicker({
    text,
    caret,
    people: others,
    side: 'above',
    onTake: ({ name }, place) => insert(`@${name} `, place),
  })
  return (
    <MessageField
      {...field}
      replying={reply.id !== null}
      picker={picker}
      onCaret={setCaret}
      onReplyEnd={() => reply.set(null)}
      menu={
        <AttachMenu
          onFiles={onFiles}
          onTicket={(ticketId) => sendOne({ body: '', ticketId })}
          onInsert={fromMenu.insert}
          focusAfter={fromMenu.focusAfter}
        />
      }
    />
  )
}

interface AttachMenuProps {
  onFiles(files: readonly File[]): void
  onTicket(ticketId: string): void
  /** Into the text, where the caret is. */
  onInsert(text: string): void
  /** As of a menu. */
  focusAfter(): HTMLElement | null
}

function AttachMenu({ onFiles, onTicket, onInsert, focusAfter }: AttachMenuProps) {
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <AttachFrame onFiles={onFiles} focusAfter={focusAfter}>
        <MenuItem onClick={() => setChoosing(true)}>
          <Ticket aria-hidden />
          <Trans>Atendimento</Trans>
        </MenuItem>
        <MenuItem onClick={() => onInsert('@')}>
          <AtSign aria-hidden />
          <Trans>Mencionar alguém</Trans>
        </MenuItem>
      </AttachFrame>
      <TicketDialog
        open={choosing}
        onOpenChange={setChoosing}
        onPick={(ticketId) => {
          setChoosing(false)
          onTicket(ticketId)
        }}
      />
    </>
  )
}
