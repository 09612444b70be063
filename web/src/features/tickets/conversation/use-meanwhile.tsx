// Asks before a reply goes out that a colleague has overtaken.
import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { useActor } from '../../../lib/actor-context.tsx'
import { readDraftBegin, writeDraftBegin } from '../../../lib/stored.ts'
import { useStable } from '../../../lib/use-stable.ts'
import type { MessageRow, TicketDetail } from '../queries.ts'
import { meanwhile, type Meanwhile } from './answered-meanwhile.ts'

interface MeanwhileGuard {
  /** Each change of the text. */
  note(text: string): void
  /** False: it asks, and calls `go` when the writer wants it all the same. */
  mayGo(go: () => void): boolean
  dialog: ReactNode
}

export function useMeanwhile(ticket: TicketDetail, rows: readonly MessageRow[]): MeanwhileGuard {
  const { t } = useLingui()
  const { userId: me } = useActor()
  const [asked, setAsked] = useState<Meanwhile & { go: () => void }>()
  const [open, setOpen] = useState(false)
  const by = asked?.by ?? ''
  const mayGo = (go: () => void) => {
    const begin = readDraftBegin(ticket.id)
    const found = begin && meanwhile(begin, { rows, holder: ticket, me })
    if (!found) return true
    setAsked({ ...found, go })
    setOpen(true)
    return false
  }
  const note = useStable((text: string) => {
    if (text !== '' && readDraftBegin(ticket.id) === null)
      writeDraftBegin(ticket.id, { messageId: rows.at(-1)?.id ?? '', holderId: ticket.userId })
  })
  const title =
    asked?.kind === 'taken'
      ? t`O atendimento passou para ${by} enquanto você escrevia. Enviar mesmo assim?`
      : t`${by} respondeu enquanto você escrevia. Enviar mesmo assim?`
  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={title}
      description={t`O que você escreveu fica no campo se você voltar.`}
      confirm={t`Enviar mesmo assim`}
      onConfirm={() => asked?.go()}
    />
  )
  return { note, mayGo, dialog }
}
