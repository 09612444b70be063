// An own message being changed: its text in the field's place; what was being written waits untouched.
import type { MessageRow } from 'db/messages/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Pencil, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Textarea } from '../../../../components/ui/inputs/textarea.tsx'
import { toastError } from '../../../../lib/app/toast.ts'
import { touch, useMedia } from '../../../../lib/media/use-media.ts'
import { mutate } from '../../../../sync/client.ts'
import { isSending } from '../../../../desk/conversation/composer/enter-key.ts'
import { EmojiButton } from '../../../../desk/conversation/composer/emoji-button.tsx'
import { withDigits, withMemberNames, type Mentions } from '../group/members.ts'
import { useFieldInsert } from '../../../../lib/text/use-field-insert.ts'

const none: Mentions = []

interface EditFormProps {
  message: MessageRow
  onEnd(): void
}

export function EditForm({ message: { id, body: sent, details }, onEnd }: EditFormProps) {
  const mentions = details?.mentions ?? none
  const body = withMemberNames(sent, mentions)
  const { t } = useLingui()
  const onTouch = useMedia(touch)
  const [text, setText] = useState(body)
  const input = useRef<HTMLTextAreaElement>(null)
  const insert = useFieldInsert(input, setText)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(body.length, body.length)
  }, [body])

  const trimmed = text.trim()
  const save = () => {
    if (trimmed === '') return
    if (trimmed === body) return onEnd()
    mutate('message.edit', { id, body: withDigits(trimmed, mentions) }).then(onEnd, toastError)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onEnd()
    if (!isSending(event.nativeEvent, onTouch)) return
    event.preventDefault()
    save()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="safe-bottom shrink-0 border-t border-line bg-surface"
    >
      <EditingLine onEnd={onEnd} />
      <div className="flex items-end gap-0.5 p-2 sm:px-4 sm:pb-3">
        <EmojiButton onPick={insert} />
        <Textarea
          ref={input}
          aria-label={t`Texto da mensagem`}
          enterKeyHint={onTouch ? 'enter' : 'done'}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="ml-1"
        />
        <IconButton
          type="submit"
          variant="primary"
          size="lg"
          label={t`Salvar edição`}
          disabled={trimmed === ''}
          className="ml-1"
        >
          <Check />
        </IconButton>
      </div>
    </form>
  )
}

function EditingLine({ onEnd }: { onEnd(): void }) {
  const { t } = useLingui()
  return (
    <div className="flex items-center gap-2 px-4 pt-2 text-sm font-medium text-accent">
      <Pencil aria-hidden className="size-4 shrink-0" />
      <span className="flex-1">
        <Trans>Editar mensagem</Trans>
      </span>
      <IconButton size="sm" label={t`Cancelar edição`} onClick={onEnd}>
        <X />
      </IconButton>
    </div>
  )
}
