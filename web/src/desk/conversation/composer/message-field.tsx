// The field of a conversation, with what may stand beside it: a menu of what else can be sent, emoji, and a button that sends or records.
import { useLingui } from '@lingui/react/macro'
import { Mic, SendHorizontal } from 'lucide-react'
import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Textarea } from '../../../components/ui/inputs/textarea.tsx'
import { useWritingField } from '../../../lib/app/use-shortcut.ts'
import { touch, useMedia } from '../../../lib/media/use-media.ts'
import { isPopupOpen } from '../../../lib/popup.ts'
import { EmojiButton } from './emoji-button.tsx'
import { isSending } from './enter-key.ts'

/** Something to choose from above the field while its beginning stands at the caret. */
export interface FieldPicker {
  /** True: the key was for the list. */
  onKeyDown(event: KeyboardEvent): boolean
  list: ReactNode
  /** Of the field, while something is chosen. */
  aria: object | undefined
}

interface MessageFieldProps {
  input: RefObject<HTMLTextAreaElement | null>
  text: string
  hasFiles: boolean
  /** A message is being answered; Escape gives that up. */
  replying: boolean
  /** Stands before the emoji. */
  menu: ReactNode
  picker: FieldPicker
  /** Stands after the field. */
  children: ReactNode
  edit(text: string): void
  insert(text: string): void
  onCaret(at: number): void
  onReplyEnd(): void
  onFiles(files: readonly File[]): void
  submit(): void
}

export function MessageField({ input, text, hasFiles, picker, menu, children, insert, ...on }: MessageFieldProps) {
  const { t } = useLingui()
  const onTouch = useMedia(touch)
  useWritingField(insert)
  const onKeyDown = (event: KeyboardEvent) => {
    if (picker.onKeyDown(event)) return event.preventDefault()
    if (event.key === 'Escape' && on.replying) on.onReplyEnd()
    if (!isSending(event.nativeEvent, onTouch)) return
    event.preventDefault()
    on.submit()
  }
  return (
    <div className="relative flex items-end gap-0.5 p-2 sm:px-4 sm:py-3">
      {picker.list}
      {menu}
      <EmojiButton onPick={insert} />
      <Textarea
        ref={input}
        aria-label={t`Mensagem`}
        placeholder={hasFiles ? t`Escreva uma legenda` : t`Escreva uma mensagem`}
        enterKeyHint={onTouch ? 'enter' : 'send'}
        value={text}
        onChange={({ target }) => {
          on.onCaret(target.selectionStart)
          on.edit(target.value)
        }}
        onSelect={({ currentTarget }) => on.onCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={pasteInto(on.onFiles)}
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
export function SendButton({ empty, ready, onRecord }: { empty: boolean; ready: boolean; onRecord(): void }) {
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
export function useWritingFocus(
  input: RefObject<HTMLTextAreaElement | null>,
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
