import { useLingui } from '@lingui/react/macro'
import { SendHorizontal } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Textarea } from '../../../components/ui/textarea.tsx'
import { useDraft } from '../../../lib/stored.ts'
import { touch, useMedia } from '../../../lib/use-media.ts'
import { useSyncStatus } from '../../../sync/client.ts'

interface ComposerProps {
  ticketId: string
  onSend(body: string, giveBack: (body: string) => void): void
}

export function Composer({ ticketId, onSend }: ComposerProps) {
  const { t } = useLingui()
  const [text, change] = useDraft(ticketId)
  const input = useRef<HTMLTextAreaElement>(null)
  const onTouch = useMedia(touch)
  const { network, phase } = useSyncStatus()
  const offline = network === 'offline' || phase === 'reconnecting'

  // Not on touch: the keyboard would cover what was opened to be read.
  useEffect(() => {
    if (!onTouch) input.current?.focus({ preventScroll: true })
  }, [onTouch])

  const submit = () => {
    const body = text.trim()
    if (body === '') return
    change('')
    onSend(body, change)
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
      <div className="flex items-end gap-2 p-2 sm:px-4 sm:py-3">
        <Textarea
          ref={input}
          aria-label={t`Mensagem`}
          placeholder={t`Escreva uma mensagem`}
          enterKeyHint="send"
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton type="submit" variant="primary" size="lg" label={t`Enviar`} disabled={text.trim() === ''}>
          <SendHorizontal />
        </IconButton>
      </div>
    </form>
  )
}
