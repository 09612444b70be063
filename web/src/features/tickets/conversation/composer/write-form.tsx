// The field with what goes beside it: files, emoji, places, people, quick messages, the microphone, and the message that is answered.
import { messageById } from 'db/messages/queries.ts'
import type { QuickMessageChoice } from 'db/quick-messages/queries.ts'
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useMatch, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, type ComponentProps, type RefObject } from 'react'
import { afterPaint } from '../../../../lib/after-paint.ts'
import { chooseFiles, dropChosen, returnFile, useChosenFiles } from '../../../../desk/files/chosen-files.ts'
import { useDraft, type DraftBegin } from '../../../../lib/data/drafts.ts'
import { toastError } from '../../../../lib/app/toast.ts'
import { useStable } from '../../../../lib/use-stable.ts'
import { AttachMenu } from './attach-menu.tsx'
import { CopilotMenu } from './copilot-menu.tsx'
import { ChosenFiles } from '../../../../desk/conversation/composer/chosen-files.tsx'
import { MessageField, SendButton, useWritingFocus } from '../../../../desk/conversation/composer/message-field.tsx'
import type { Outgoing } from '../../../../desk/conversation/composer/outgoing.ts'
import { fileOfQuickMessage } from './quick-file.ts'
import { useQuickPicker } from './quick-picker.tsx'
import { mentionsIn, withDigits, type Member } from '../group/members.ts'
import { useGroupMembers } from '../group/use-group-members.ts'
import { useMentionPicker } from '../../../../desk/mention-picker.tsx'
import { RecordBar } from '../../../../desk/conversation/composer/record-bar.tsx'
import { ReplyBar } from '../../../../desk/conversation/composer/reply-bar.tsx'
import { SendingLine } from '../presence/sending-line.tsx'
import { createTypingTeller } from '../../../../desk/conversation/presence/tell-typing.ts'
import type { TypingState } from '../../../../desk/conversation/presence/typing.ts'
import { useFieldInsert } from '../../../../lib/text/use-field-insert.ts'
import { useMenuInsert } from '../../../../lib/text/use-menu-insert.ts'
import { useMeanwhile } from './use-meanwhile.tsx'
import { useMessageText } from './use-message-text.ts'
import type { Messages } from '../../../../desk/conversation/list/use-messages.ts'
import { tellViewing } from '../presence/tell-viewing.ts'
import { useFormSubmit } from '../../../../desk/conversation/composer/use-form-submit.ts'
import { useSubmit } from '../../../../desk/conversation/composer/use-submit.ts'

interface WriteFormProps {
  ticket: TicketDetail
  messages: Messages
  replyId: string | null
  onReplyEnd(): void
  onSend(message: Outgoing): Promise<void>
}

export function WriteForm({ ticket, messages, replyId, onReplyEnd, onSend: send }: WriteFormProps) {
  const ticketId = ticket.id
  const { text, edit, typing, guard } = useText(ticket, messages)
  const { files, preparing } = useChosenFiles(ticketId)
  const { recording, record } = useRecord(guard, typing)
  const input = useRef<HTMLTextAreaElement>(null)
  const words = useMessageText(ticket)
  const members = useGroupMembers(ticket)
  const onSend = useStable((message: Outgoing) => send(mentioning(message, members)))
  const { empty, ready, submit } = useSubmit({
    ticketId,
    text,
    files,
    preparing,
    change: (next) => edit(next, 'paused'),
    finish: (written) => words.finish(withDigits(written, members)),
    mayGo: guard.mayGo,
    onSend,
    onSendMore: messages.send,
  })
  const insert = useFieldInsert(input, edit)
  const form = useFormSubmit(input, submit)
  useWritingFocus(input, replyId, recording !== null)
  const choose = useChoose(ticketId, input)
  const sendOne = useStable((message: Outgoing) => void onSend(message).catch(toastError))
  const field = {
    ticketId,
    input,
    text,
    edit,
    insert,
    replyId,
    onReplyEnd,
    onFiles: choose,
    submit,
    words,
    members,
    sendOne,
  }

  return (
    <form data-settles {...form} className="relative safe-bottom shrink-0 border-t border-line bg-surface">
      <SendingLine ticket={ticket} />
      {replyId !== null && <ReplyBar of={messageById({ id: replyId })} onEnd={onReplyEnd} />}
      <ChosenFiles files={files} preparing={preparing} onRemove={(id) => dropChosen(ticketId, new Set([id]))} />
      {recording ? (
        <RecordBar
          mayGo={(go, back) => guard.mayGoRecorded(recording, go, back)}
          onSend={sendOne}
          onEnd={() => record(false)}
        />
      ) : (
        <Field {...field} hasFiles={files.length > 0}>
          <SendButton empty={empty && preparing === 0} ready={ready} onRecord={() => record(true)} />
        </Field>
      )}
      {guard.dialog}
    </form>
  )
}

/** Opens its form over the conversation; back from there one writes on. */
function useNewQuickMessage(ticketId: string, input: RefObject<HTMLTextAreaElement | null>) {
  const navigate = useNavigate()
  const isOpen = useMatch({
    from: '/_desk/tickets/$ticketId/quick-message',
    shouldThrow: false,
    select: () => true,
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const { current: field } = input
    return () => field?.focus({ preventScroll: true })
  }, [isOpen, input])
  return (shortcode: string) =>
    void navigate({ to: '/tickets/$ticketId/quick-message', params: { ticketId }, search: { shortcode } })
}

/** A group's message, with whom it mentions. */
function mentioning(message: Outgoing, members: readonly Member[]): Outgoing {
  const shownMentions = mentionsIn(message.body, members)
  return shownMentions.length > 0 ? { ...message, shownMentions } : message
}

const useOthers = (members: readonly Member[]) => useMemo(() => members.filter(({ isOwn }) => !isOwn), [members])

/** What is being written, and the watch over what happens meanwhile. */
function useText(ticket: TicketDetail, messages: Messages) {
  const ticketId = ticket.id
  const [text, change] = useDraft(ticketId)
  const typing = useMemo(() => createTypingTeller(`/tickets/${ticketId}`), [ticketId])
  const guard = useMeanwhile(ticket, messages.rows)
  const edit = useStable((next: string, state: TypingState = next === '' ? 'paused' : 'composing') => {
    change(next)
    guard.note(next)
    // Requests cost milliseconds to begin.
    afterPaint(() => {
      typing.note(state)
      tellViewing(ticketId, state === 'paused' ? 'viewing' : 'typing')
    })
  })
  return { text, edit, typing, guard }
}

function useRecord(
  guard: Pick<ReturnType<typeof useMeanwhile>, 'begin'>,
  typing: ReturnType<typeof createTypingTeller>,
) {
  /** What was seen when it began. */
  const [recording, setRecording] = useState<DraftBegin | null>(null)
  const record = (on: boolean) => {
    setRecording(on ? guard.begin() : null)
    typing.note(on ? 'recording' : 'paused')
  }
  return { recording, record }
}

function useChoose(ticketId: string, input: RefObject<HTMLTextAreaElement | null>) {
  return useStable((chosen: readonly File[]) => {
    void chooseFiles(ticketId, chosen)
    input.current?.focus({ preventScroll: true })
  })
}

interface FieldProps extends Omit<
  ComponentProps<typeof MessageField>,
  'menu' | 'picker' | 'onCaret' | 'replying' | 'onReplyEnd' | 'insert'
> {
  ticketId: string
  replyId: string | null
  words: ReturnType<typeof useMessageText>
  /** Of the group that it is. */
  members: readonly Member[]
  insert(text: string, place?: { start: number; end: number }): void
  onReplyEnd(): void
  sendOne(message: Outgoing): void
}

function Field({ ticketId, replyId, words, members, sendOne, edit, ...field }: FieldProps) {
  const { text, insert, onFiles } = field
  const [caret, setCaret] = useState(0)
  const takeQuick = (message: QuickMessageChoice, place: { start: number; end: number }) => {
    insert(words.fill(message.message), place)
    fileOfQuickMessage(message).then((file) => file && returnFile(ticketId, file), toastError)
  }
  const createQuick = useNewQuickMessage(ticketId, field.input)
  const quick = useQuickPicker({ text, caret, fill: words.fill, onTake: takeQuick, onCreate: createQuick })
  const mention = useMentionPicker({
    text,
    caret,
    people: useOthers(members),
    side: 'above',
    onTake: ({ name }, place) => insert(`@${name} `, place),
  })
  const picker = mention.list ? mention : quick
  const fromMenu = useMenuInsert(field.input, insert)
  const browse = useStable(() => fromMenu.insert(caret === 0 || /\s/.test(text[caret - 1] ?? ' ') ? '/' : ' /'))
  return (
    <MessageField
      {...field}
      replying={replyId !== null}
      picker={picker}
      onCaret={setCaret}
      edit={edit}
      menu={
        <>
          <AttachMenu
            onFiles={onFiles}
            onSend={sendOne}
            onInsert={fromMenu.insert}
            focusAfter={fromMenu.focusAfter}
            onBrowseQuick={browse}
            signs={words.signs}
            onSigns={words.setSigns}
          />
          <CopilotMenu key={ticketId} ticketId={ticketId} text={text} edit={edit} />
        </>
      }
    />
  )
}
