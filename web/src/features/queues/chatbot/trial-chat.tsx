// "Try it": a chat as the customer has it, answered by the bot's own rules against the tree as it is on the screen. Nothing is sent.
import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCcw, SendHorizontal } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Input } from '../../../components/ui/inputs/input.tsx'
import { Switch } from '../../../components/ui/inputs/switch.tsx'
import { TrialBubble } from './trial-bubble.tsx'
import { TrialClock } from './trial-clock.tsx'
import { TrialState } from './trial-state.tsx'
import type { TrialWorld } from './trial.ts'
import type { TrialControls } from './use-trial.ts'

export function TrialChat({ controls, world }: { controls: TrialControls; world: TrialWorld }) {
  const { t } = useLingui()
  const { trial, withAll, setWithAll, send, reset } = controls
  return (
    <section
      aria-label={t`Experimentar`}
      className="flex h-[min(40rem,80dvh)] flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <header className="flex flex-col gap-2 border-b border-line p-3">
        <div className="flex items-center gap-2">
          <h2 className="flex-1 text-base font-semibold">
            <Trans>Experimentar</Trans>
          </h2>
          <IconButton size="sm" label={t`Recomeçar a conversa`} onClick={reset}>
            <RotateCcw />
          </IconButton>
        </div>
        <TrialClock controls={controls} />
        <Switch label={t`Com todas as filas da empresa`} checked={withAll} onChange={setWithAll} />
      </header>
      <Conversation trial={trial} />
      <footer className="border-t border-line">
        <TrialState trial={trial} world={world} />
        <Composer onSend={send} />
      </footer>
    </section>
  )
}

function Conversation({ trial: { said, isSilent } }: Pick<TrialControls, 'trial'>) {
  const { t } = useLingui()
  const end = useRef<HTMLDivElement>(null)
  const { length } = said
  useEffect(() => {
    const list = end.current?.parentElement
    if (length > 0) list?.scrollTo({ top: list.scrollHeight })
  }, [length])
  return (
    <div
      role="log"
      aria-label={t`Conversa de teste`}
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto bg-canvas p-3 focus-visible:-outline-offset-2"
    >
      {said.length === 0 && (
        <p className="m-auto max-w-56 text-center text-sm text-pretty text-muted">
          <Trans>Escreva como um cliente, por exemplo “Oi”. Nada é enviado.</Trans>
        </p>
      )}
      {said.map((each, index) => (
        <TrialBubble key={index} said={each} />
      ))}
      {isSilent && (
        <p className="text-center text-xs text-muted">
          <Trans>O chatbot não responde.</Trans>
        </p>
      )}
      <div ref={end} />
    </div>
  )
}

function Composer({ onSend }: { onSend(text: string): void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onSend(text.trim())
    setText('')
  }
  return (
    <form onSubmit={submit} className="flex items-center gap-1.5 p-2">
      <Input
        aria-label={t`Mensagem do cliente`}
        placeholder={t`Escreva como o cliente`}
        autoComplete="off"
        enterKeyHint="send"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <IconButton type="submit" variant="primary" size="lg" label={t`Enviar ao chatbot`} disabled={text.trim() === ''}>
        <SendHorizontal />
      </IconButton>
    </form>
  )
}
