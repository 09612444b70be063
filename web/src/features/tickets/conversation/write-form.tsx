// The field with what goes beside it: files, emoji, places, people, the microphone, and the message that is answered.
import { useLingui } from '@lingui/react/macro'
import { Mic, SendHorizontal } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Textarea } from '../../../components/ui/textarea.tsx'
import { chooseFiles, dropChosen, useChosenFiles, type ChosenFile } from '../../../lib/chosen-files.ts'
import { returnToDraft, takeFromDraft, useDraft } from '../../../lib/stored.ts'
import { toastError } from '../../../lib/toast.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { touch, useMedia } from '../../../lib/use-media.ts'
import { useSyncStatus } from '../../../sync/client.ts'
import { AttachMenu } from './attach-menu.tsx'
import { ChosenFiles } from './chosen-files.tsx'
import { EmojiButton } from './emoji-button.tsx'
import type { Outgoing } from './outgoing.ts'
import { RecordBar } from './record-bar.tsx'
import { ReplyBar } from './reply-bar.tsx'
import { createTypingTeller } from './tell-typing.ts'
import { useFieldInsert } from './use-field-insert.ts'

interface WriteFormProps {
  ticketId: string
  replyId: string | null
  onReplyEnd(): void
  onSend(message: Outgoing): Promise<void>
  /** Of several files all but the first: they answer nothing. */
  onSendMore(message: Outgoing): Promise<void>
}

export function WriteForm({ ticketId, replyId, onReplyEnd, onSend, onSendMore }: WriteFormProps) {
  const { t } = useLingui()
  const [text, change] = useDraft(ticketId)
  const { files, preparing } = useChosenFiles(ticketId)
  const [sending, setSending] = useState(false)
  const [recording, setRecording] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const due = useRef(false)
  const insert = useFieldInsert(input, change)
  useWritingFocus(input, replyId)
  const typing = useMemo(() => createTypingTeller(ticketId), [ticketId])

  const empty = text.trim() === '' && files.length === 0
  const ready = !sending && !empty && preparing === 0
  const sendText = () => {
    change('')
    typing.note('paused')
    onSend({ body: text.trim() }).catch((error: unknown) => {
      returnToDraft(ticketId, text)
      toastError(error)
    })
  }
  /** The text goes with the first one. Until they are durable they stay here: a tab that dies must not lose them. */
  const sendFiles = async () => {
    setSending(true)
    await Promise.all(files.map((file, index) => sendFile(file, index === 0)))
    setSending(false)
  }
  const sendFile = async (file: ChosenFile, first: boolean) => {
    const body = first ? text.trim() : ''
    try {
      await (first ? onSend : onSendMore)({ body, file })
      if (body !== '') takeFromDraft(ticketId, text)
      dropChosen(ticketId, new Set([file.id]))
    } catch (error) {
      due.current = false
      toastError(error)
    }
  }
  const submit = useStable(() => {
    // Who writes on while files are put away means what they send: it goes behind them.
    due.current = sending
    if (!ready) return
    if (files.length > 0) void sendFiles()
    else sendText()
  })
  useEffect(() => {
    if (!sending && due.current) submit()
  }, [sending, submit])
  const choose = (chosen: readonly File[]) => {
    void chooseFiles(ticketId, chosen)
    input.current?.focus({ preventScroll: true })
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    // A cell or a paragraph brings a picture of itself along: its text is meant.
    if (pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    choose(pasted)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && replyId !== null) onReplyEnd()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  const record = (on: boolean) => {
    setRecording(on)
    typing.note(on ? 'recording' : 'paused')
  }
  const sendOne = (message: Outgoing) => void onSend(message).catch(toastError)

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="safe-bottom shrink-0 border-t border-line bg-surface"
    >
      <OfflineLine />
      {replyId !== null && <ReplyBar messageId={replyId} onEnd={onReplyEnd} />}
      <ChosenFiles files={files} preparing={preparing} onRemove={(id) => dropChosen(ticketId, new Set([id]))} />
      {recording ? (
        <RecordBar onSend={sendOne} onEnd={() => record(false)} />
      ) : (
        <div className="flex items-end gap-0.5 p-2 sm:px-4 sm:py-3">
          <AttachMenu onFiles={choose} onSend={sendOne} />
          <EmojiButton onPick={insert} />
          <Textarea
            ref={input}
            aria-label={t`Mensagem`}
            placeholder={files.length > 0 ? t`Escreva uma legenda` : t`Escreva uma mensagem`}
            enterKeyHint="send"
            value={text}
            onChange={(event) => {
              change(event.target.value)
              typing.note(event.target.value === '' ? 'paused' : 'composing')
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="ml-1"
          />
          {empty && preparing === 0 ? (
            <IconButton size="lg" label={t`Gravar mensagem de voz`} onClick={() => record(true)} className="ml-1">
              <Mic />
            </IconButton>
          ) : (
            <IconButton type="submit" variant="primary" size="lg" label={t`Enviar`} disabled={!ready} className="ml-1">
              <SendHorizontal />
            </IconButton>
          )}
        </div>
      )}
    </form>
  )
}

function OfflineLine() {
  const { t } = useLingui()
  const { network, phase } = useSyncStatus()
  if (network !== 'offline' && phase !== 'reconnecting') return null
  return (
    <p className="px-4 pt-2 text-xs text-muted">{t`Sem conexão: o que você escrever será enviado quando ela voltar.`}</p>
  )
}

/** One opens a ticket to write in it, and chooses what to answer for the same reason. */
function useWritingFocus(input: React.RefObject<HTMLTextAreaElement | null>, replyId: string | null) {
  const onTouch = useMedia(touch)
  const before = useRef(replyId)
  useEffect(() => {
    const chosen = replyId !== null && replyId !== before.current
    before.current = replyId
    // Not on touch: the keyboard would cover what was opened to be read.
    if (chosen || !onTouch) input.current?.focus({ preventScroll: true })
  }, [input, onTouch, replyId])
}
