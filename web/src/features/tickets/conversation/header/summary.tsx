// "Resumir": the conversation in a few lines, for who gets it. Kept as a note of the ticket only when somebody says so.
import { Trans, useLingui } from '@lingui/react/macro'
import { Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { TextareaField } from '../../../../components/ui/field.tsx'
import { help, useCopilotIsOn } from '../../../../desk/responders/copilot.ts'
import { useOnline } from '../../../../desk/server/use-online.ts'
import { toastError } from '../../../../lib/app/toast.ts'

interface SummaryProps {
  ticketId: string
  /** Left as a note when the ticket is transferred; blank: none. */
  value: string
  onChange(text: string): void
}

export function Summary({ ticketId, value, onChange }: SummaryProps) {
  const { t } = useLingui()
  const on = useCopilotIsOn()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  if (!on) return null
  const ask = async () => {
    const own = new AbortController()
    running.current = own
    setBusy(true)
    try {
      await help(ticketId, { purpose: 'summarize' }, onChange, own.signal)
    } catch (error) {
      if (!own.signal.aborted) toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-2">
      {value !== '' && (
        <div className="w-full">
          <TextareaField
            label={t`Resumo, guardado como observação`}
            value={value}
            error={null}
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
      )}
      <Button size="sm" disabled={!online || busy} aria-busy={busy} onClick={() => void ask()}>
        <Sparkles aria-hidden />
        {online ? <Trans>Resumir</Trans> : <Trans>Resumir: só com internet</Trans>}
      </Button>
    </div>
  )
}
