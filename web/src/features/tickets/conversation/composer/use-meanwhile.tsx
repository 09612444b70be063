// Asks before a reply goes out that a colleague has overtaken.
import type { MessageRow } from 'db/messages/queries.ts'
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { readDraftBegin, writeDraftBegin, type DraftBegin } from '../../../../lib/data/drafts.ts'
import { useStable } from '../../../../lib/use-stable.ts'
import { meanwhile, type Meanwhile } from './answered-meanwhile.ts'

interface MeanwhileGuard {
  /** Each change of the text. */
  note(text: string): void
  /** False: it asks, and calls `go` when the writer wants it all the same. */
  mayGo(go: () => void): boolean
  /** What is seen now, by whom a recording is begun. */
  begin(): DraftBegin
  /** As `mayGo`, of a recording; `back` when the question is gone. */
  mayGoRecorded(begin: DraftBegin, go: () => void, back: () => void): boolean
  dialog: ReactNode
}

interface Asked extends Meanwhile {
  reply: 'written' | 'recorded'
  go(): void
  back?(): void
}

export function useMeanwhile(ticket: TicketDetail, rows: readonly MessageRow[]): MeanwhileGuard {
  const { userId: me } = useActor()
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const words = useWords(asked)
  const begin = () => ({ messageId: rows.at(-1)?.id ?? '', holderId: ticket.userId })
  const ask = (begun: DraftBegin | null, reply: Omit<Asked, keyof Meanwhile>) => {
    const found = begun && meanwhile(begun, { rows, holder: ticket, me })
    if (!found) return true
    setAsked({ ...found, ...reply })
    setOpen(true)
    return false
  }
  const note = useStable((text: string) => {
    if (text !== '' && readDraftBegin(ticket.id) === null) writeDraftBegin(ticket.id, begin())
  })
  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) asked?.back?.()
      }}
      {...words}
      onConfirm={() => asked?.go()}
    />
  )
  return {
    note,
    begin,
    mayGo: (go) => ask(readDraftBegin(ticket.id), { reply: 'written', go }),
    mayGoRecorded: (begun, go, back) => ask(begun, { reply: 'recorded', go, back }),
    dialog,
  }
}

function useWords(asked: Asked | undefined) {
  const { t } = useLingui()
  const by = asked?.by ?? ''
  const confirm = t`Enviar mesmo assim`
  if (asked?.reply === 'recorded') {
    const title =
      asked.kind === 'taken'
        ? t`O atendimento passou para ${by} enquanto você gravava. Enviar mesmo assim?`
        : t`${by} respondeu enquanto você gravava. Enviar mesmo assim?`
    return { title, description: t`A gravação continua se você voltar.`, confirm }
  }
  const title =
    asked?.kind === 'taken'
      ? t`O atendimento passou para ${by} enquanto você escrevia. Enviar mesmo assim?`
      : t`${by} respondeu enquanto você escrevia. Enviar mesmo assim?`
  return { title, description: t`O que você escreveu fica no campo se você voltar.`, confirm }
}
