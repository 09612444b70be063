// "Sugerir resposta" and "Melhorar o texto": what comes stands in the field as if it had been typed, to be read, changed and sent, or taken back.
// Invariant: nothing is sent by it; what was in the field comes back when it fails or is stopped.
import { Trans, useLingui } from '@lingui/react/macro'
import { Sparkles, Square, Wand } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../../components/ui/menu.tsx'
import { help, useCopilotIsOn, type Help } from '../../../../desk/responders/copilot.ts'
import { useOnline } from '../../../../desk/server/use-online.ts'
import { toastError, toastOffer } from '../../../../lib/app/toast.ts'
import { useStable } from '../../../../lib/use-stable.ts'

interface CopilotMenuProps {
  ticketId: string
  text: string
  edit(text: string): void
}

export function CopilotMenu({ ticketId, text, edit }: CopilotMenuProps) {
  const { t } = useLingui()
  const on = useCopilotIsOn()
  const online = useOnline()
  const { busy, ask, stop } = useHelp(ticketId, text, edit)
  if (!on) return null
  if (busy) {
    return (
      <IconButton size="lg" label={t`Parar`} onClick={stop} aria-busy>
        <Square aria-hidden />
      </IconButton>
    )
  }
  if (!online) {
    return (
      <IconButton size="lg" label={t`Ajuda para escrever: só com internet`} disabled>
        <Sparkles aria-hidden />
      </IconButton>
    )
  }
  return (
    <Menu
      label={t`Ajuda para escrever`}
      align="start"
      trigger={
        <IconButton size="lg" label={t`Ajuda para escrever`}>
          <Sparkles aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onClick={() => void ask('suggest')}>
        <Sparkles aria-hidden />
        <Trans>Sugerir resposta</Trans>
      </MenuItem>
      {text.trim() !== '' && (
        <MenuItem onClick={() => void ask('improve')}>
          <Wand aria-hidden />
          <Trans>Melhorar o texto</Trans>
        </MenuItem>
      )}
    </Menu>
  )
}

function useHelp(ticketId: string, text: string, edit: (text: string) => void) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const ask = useStable(async (purpose: Help) => {
    const before = text
    const own = new AbortController()
    running.current = own
    setBusy(true)
    try {
      const asked = purpose === 'improve' ? { purpose, text: before } : { purpose }
      await help(ticketId, asked, edit, own.signal)
      if (before !== '') toastOffer(t`O texto foi trocado.`, { label: t`Desfazer`, onClick: () => edit(before) }, 8000)
    } catch (error) {
      edit(before)
      if (!own.signal.aborted) toastError(error)
    } finally {
      running.current = null
      setBusy(false)
    }
  })
  return { busy, ask, stop: () => running.current?.abort() }
}
