import { useLingui } from '@lingui/react/macro'
import { SendHorizontal } from 'lucide-react'
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Textarea } from '../../../components/ui/textarea.tsx'
import { chooseFiles, dropChosen, useChosenFiles, type ChosenFile } from '../../../lib/chosen-files.ts'
import { returnToDraft, takeFromDraft, useDraft } from '../../../lib/stored.ts'
import { toastError } from '../../../lib/toast.ts'
import { touch, useMedia } from '../../../lib/use-media.ts'
import { useSyncStatus } from '../../../sync/client.ts'
import { AttachButton } from './attach-button.tsx'
import { ChosenFiles } from './chosen-files.tsx'
import type { Messages } from './use-messages.ts'

interface ComposerProps {
  ticketId: string
  onSend: Messages['send']
}

export function Composer({ ticketId, onSend }: ComposerProps) {
  const { t } = useLingui()
  const [text, change] = useDraft(ticketId)
  const { files, preparing } = useChosenFiles(ticketId)
  const [sending, setSending] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const onTouch = useMedia(touch)
  const { network, phase } = useSyncStatus()
  const offline = network === 'offline' || phase === 'reconnecting'

  const empty = text.trim() === '' && files.length === 0

  // Not on touch: the keyboard would cover what was opened to be read.
  useEffect(() => {
    if (!onTouch) input.current?.focus({ preventScroll: true })
  }, [onTouch])

  const ready = !sending && !empty && preparing === 0
  const submit = () => {
    if (!ready) return
    if (files.length > 0) void sendFiles()
    else sendText()
  }
  const sendText = () => {
    change('')
    onSend({ body: text.trim() }).catch((error: unknown) => {
      returnToDraft(ticketId, text)
      toastError(error)
    })
  }
  /** The text goes with the first one. Until they are durable they stay here: a tab that dies must not lose them. */
  const sendFiles = async () => {
    setSending(true)
    await Promise.all(files.map((file, index) => sendFile({ body: index === 0 ? text.trim() : '', file })))
    setSending(false)
  }
  const sendFile = async ({ body, file }: { body: string; file: ChosenFile }) => {
    try {
      await onSend({ body, file })
      if (body !== '') takeFromDraft(ticketId, text)
      dropChosen(ticketId, new Set([file.id]))
    } catch (error) {
      toastError(error)
    }
  }
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
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="safe-bottom shrink-0 border-t border-line bg-surface"
    >
      {offline && (
        <p className="px-4 pt-2 text-xs text-muted">{t`Sem conexão: o que você escrever será enviado quando ela voltar.`}</p>
      )}
      <ChosenFiles files={files} preparing={preparing} onRemove={(id) => dropChosen(ticketId, new Set([id]))} />
      <div className="flex items-end gap-1 p-2 sm:px-4 sm:py-3">
        <AttachButton onFiles={choose} />
        <Textarea
          ref={input}
          aria-label={t`Mensagem`}
          placeholder={files.length > 0 ? t`Escreva uma legenda` : t`Escreva uma mensagem`}
          enterKeyHint="send"
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <IconButton type="submit" variant="primary" size="lg" label={t`Enviar`} disabled={!ready} className="ml-1">
          <SendHorizontal />
        </IconButton>
      </div>
    </form>
  )
}
