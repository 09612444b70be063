// The field with what goes beside it: files, emoji, places, people, quick messages, the microphone, and the message that is answered.
import type { QuickMessageChoice } from 'db/quick-messages/queries.ts'
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Mic, SendHorizontal } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Textarea } from '../../../../components/ui/textarea.tsx'
import { afterPaint } from '../../../../lib/after-paint.ts'
import { chooseFiles, dropChosen, returnFile, useChosenFiles } from '../../../../desk/chosen-files.ts'
import { isPopupOpen } from '../../../../lib/popup.ts'
import { useDraft, type DraftBegin } from '../../../../lib/data/stored.ts'
import { toastError } from '../../../../lib/app/toast.ts'
import { useWritingField } from '../../../../lib/app/use-shortcut.ts'
import { useStable } from '../../../../lib/use-stable.ts'
import { touch, useMedia } from '../../../../lib/media/use-media.ts'
import { AttachMenu } from './attach-menu.tsx'
import { ChosenFiles } from './chosen-files.tsx'
import { EmojiButton } from './emoji-button.tsx'
import { CopilotMenu } from './copilot-menu.tsx'
import type { Outgoing } from './outgoing.ts'
import { fileOfQuickMessage } from './quick-file.ts'
import { useQuickPicker } from './quick-picker.tsx'
import { RecordBar } from './record-bar.tsx'
import { ReplyBar } from './reply-bar.tsx'
import { SendingLine } from '../presence/sending-line.tsx'
import { createTypingTeller, type TypingState } from '../presence/tell-typing.ts'
import { useFieldInsert } from '../../../../lib/text/use-field-insert.ts'
import { useMeanwhile } from './use-meanwhile.tsx'
import { useMessageText } from './use-message-text.ts'
import type { Messages } from '../list/use-messages.ts'
import { tellViewing } from '../presence/tell-viewing.ts'
import { useSubmit } from './use-submit.ts'

interface WriteFormProps {
  ticket: TicketDetail
  messages: Messages
  replyId: string | null
  onReplyEnd(): void
  onSend(message: Outgoing): Promise<void>
}

export function WriteForm({ ticket, messages, replyId, onReplyEnd, onSend }: WriteFormProps) {
  const ticketId = ticket.id
  const { text, change, typing } = useText(ticketId)
  const { files, preparing } = useChosenFiles(ticketId)
  /** What was seen when it began. */
  const [recording, setRecording] = useState<DraftBegin | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const words = useMessageText(ticket)
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
  const { empty, ready, submit } = useSubmit({
    ticketId,
    text,
    files,
    preparing,
    change: (next) => edit(next, 'paused'),
    finish: words.finish,
    mayGo: guard.mayGo,
    onSend,
    onSendMore: messages.send,
  })
  const insert = useFieldInsert(input, edit)
  useWritingFocus(input, replyId, recording !== null)
  const choose = useStable((chosen: readonly File[]) => {
    void chooseFiles(ticketId, chosen)
    input.current?.focus({ preventScroll: true })
  })
  const record = (on: boolean) => {
    setRecording(on ? guard.begin() : null)
    typing.note(on ? 'recording' : 'paused')
  }
  const sendOne = useStable((message: Outgoing) => void onSend(message).catch(toastError))
  const takeQuick = (message: QuickMessageChoice, place: { start: number; end: number }) => {
    insert(words.fill(message.message), place)
    fileOfQuickMessage(message).then((file) => file && returnFile(ticketId, file), toastError)
  }
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
    takeQuick,
    words,
    sendOne,
  }

  return (
    <form
      data-settles
      onSubmit={(event) => {
        event.preventDefault()
        submit()
        // The button goes once it has sent: who pressed it by key writes on.
        if (event.currentTarget.contains(document.activeElement)) input.current?.focus({ preventScroll: true })
      }}
      className="relative safe-bottom shrink-0 border-t border-line bg-surface"
    >
      <SendingLine ticket={ticket} />
      {replyId !== null && <ReplyBar messageId={replyId} onEnd={onReplyEnd} />}
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

function useText(ticketId: string) {
  const [text, change] = useDraft(ticketId)
  const typing = useMemo(() => createTypingTeller(ticketId), [ticketId])
  return { text, change, typing }
}

interface FieldProps {
  ticketId: string
  input: React.RefObject<HTMLTextAreaElement | null>
  text: string
  hasFiles: boolean
  replyId: string | null
  words: ReturnType<typeof useMessageText>
  children: React.ReactNode
  edit(text: string): void
  insert(text: string): void
  onReplyEnd(): void
  onFiles(files: readonly File[]): void
  submit(): void
  takeQuick(message: QuickMessageChoice, place: { start: number; end: number }): void
  sendOne(message: Outgoing): void
}

function Field({
  ticketId,
  input,
  text,
  hasFiles,
  replyId,
  words,
  children,
  edit,
  insert,
  onFiles,
  ...on
}: FieldProps) {
  const { t } = useLingui()
  const [caret, setCaret] = useState(0)
  const [browsing, setBrowsing] = useState(false)
  const picker = useQuickPicker({
    text,
    caret,
    browsing,
    onBrowse: () => setBrowsing(true),
    onTake: on.takeQuick,
  })
  useWritingField(insert)
  const browse = useStable(() => {
    setBrowsing(true)
    insert(caret === 0 || /\s/.test(text[caret - 1] ?? ' ') ? '/' : ' /')
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (picker.onKeyDown(event)) return event.preventDefault()
    if (event.key === 'Escape' && replyId !== null) on.onReplyEnd()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    on.submit()
  }
  return (
    <div className="relative flex items-end gap-0.5 p-2 sm:px-4 sm:py-3">
      {picker.list}
      <AttachMenu
        onFiles={onFiles}
        onSend={on.sendOne}
        onInsert={insert}
        onBrowseQuick={browse}
        signs={words.signs}
        onSigns={words.setSigns}
      />
      <EmojiButton onPick={insert} />
      <CopilotMenu key={ticketId} ticketId={ticketId} text={text} edit={edit} />
      <Textarea
        ref={input}
        aria-label={t`Mensagem`}
        placeholder={hasFiles ? t`Escreva uma legenda` : t`Escreva uma mensagem`}
        enterKeyHint="send"
        value={text}
        onChange={({ target }) => {
          setCaret(target.selectionStart)
          if (!target.value.includes('/')) setBrowsing(false)
          edit(target.value)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={pasteInto(onFiles)}
        className="ml-1"
        {...picker.aria}
      />
      {children}
    </div>
  )
}

const pasteInto = (onFiles: (files: readonly File[]) => void) => (event: ClipboardEvent) => {
  const pasted = [...event.clipboardData.files]
  // A cell or a paragraph brings a picture of itself along: its text is meant.
  if (pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return
  event.preventDefault()
  onFiles(pasted)
}

/** Two buttons, not one that changes: a click that was meant for sending records nothing (settling.ts). */
function SendButton({ empty, ready, onRecord }: { empty: boolean; ready: boolean; onRecord(): void }) {
  const { t } = useLingui()
  if (empty) {
    return (
      <IconButton key="record" size="lg" label={t`Gravar mensagem de voz`} onClick={onRecord} className="ml-1">
        <Mic />
      </IconButton>
    )
  }
  return (
    <IconButton
      key="send"
      type="submit"
      variant="primary"
      size="lg"
      label={t`Enviar`}
      disabled={!ready}
      // The field keeps the focus, and a phone its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      className="ml-1"
    >
      <SendHorizontal />
    </IconButton>
  )
}

/** One opens a ticket to write in it, and chooses what to answer for the same reason. After a recording one is back there. */
function useWritingFocus(
  input: React.RefObject<HTMLTextAreaElement | null>,
  replyId: string | null,
  recording: boolean,
) {
  const onTouch = useMedia(touch)
  const before = useRef(replyId)
  useEffect(() => {
    const chosen = replyId !== null && replyId !== before.current
    before.current = replyId
    if (recording) return
    // Not on touch: the keyboard would cover what was opened to be read. Nor from a dialog or menu that was opened meanwhile: the field
    // comes a moment after the conversation when its ticket was just accepted.
    if (chosen || !(onTouch || isPopupOpen())) input.current?.focus({ preventScroll: true })
  }, [input, onTouch, replyId, recording])
}
