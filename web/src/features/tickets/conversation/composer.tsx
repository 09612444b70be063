import { useLingui } from '@lingui/react/macro'
import { SendHorizontal } from 'lucide-react'
import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Textarea } from '../../../components/ui/textarea.tsx'
import { chooseFiles, dropChosen, returnFile, useChosenFiles } from '../../../lib/chosen-files.ts'
import { returnToDraft, useDraft } from '../../../lib/stored.ts'
import { touch, useMedia } from '../../../lib/use-media.ts'
import { useSyncStatus } from '../../../sync/client.ts'
import { AttachButton } from './attach-button.tsx'
import { ChosenFiles } from './chosen-files.tsx'
import type { Messages, Outgoing } from './use-messages.ts'

interface ComposerProps {
  ticketId: string
  onSend: Messages['send']
}

export function Composer({ ticketId, onSend }: ComposerProps) {
  const { t } = useLingui()
  const [text, change] = useDraft(ticketId)
  const { files, preparing } = useChosenFiles(ticketId)
  const input = useRef<HTMLTextAreaElement>(null)
  const onTouch = useMedia(touch)
  const { network, phase } = useSyncStatus()
  const offline = network === 'offline' || phase === 'reconnecting'

  const empty = text.trim() === '' && files.length === 0

  // Not on touch: the keyboard would cover what was opened to be read.
  useEffect(() => {
    if (!onTouch) input.current?.focus({ preventScroll: true })
  }, [onTouch])

  const submit = () => {
    if (empty || preparing > 0) return
    change('')
    dropChosen(ticketId, new Set(files.map(({ id }) => id)))
    const body = text.trim()
    // The text goes with the first file.
    const outgoing = files.map((file, index) => ({ body: index === 0 ? body : '', file }))
    onSend(outgoing.length === 0 ? [{ body }] : outgoing, giveBack)
  }
  const giveBack = ({ body, file }: Outgoing) => {
    if (body !== '') returnToDraft(ticketId, body)
    if (file) returnFile(ticketId, file)
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
        <IconButton
          type="submit"
          variant="primary"
          size="lg"
          label={t`Enviar`}
          disabled={empty || preparing > 0}
          className="ml-1"
        >
          <SendHorizontal />
        </IconButton>
      </div>
    </form>
  )
}
