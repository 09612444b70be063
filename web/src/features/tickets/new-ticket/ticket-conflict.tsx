// The server refused a new ticket because the contact has an open one that this device did not know of. An own one is opened, of
// another's it is said who has it; either way the refused one is given up, unless something was written in it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog, DialogFooter } from '../../../components/ui/dialog.tsx'
import { useActor } from '../../../lib/actor-context.tsx'
import { toastError } from '../../../lib/toast.ts'
import { discardEntry, useOutbox } from '../../../sync/client.ts'
import { conflictIn } from './conflict-in.ts'
import { otherTicketWords } from './other-ticket-words.ts'

const giveUp = (entryId: string) => void discardEntry(entryId).catch(toastError)

export function TicketConflict() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { userId } = useActor()
  const conflict = conflictIn(useOutbox())
  const isOther = conflict?.userId !== undefined && conflict.userId !== null && conflict.userId !== userId
  const own = conflict && !isOther ? conflict : null
  useEffect(() => {
    if (!own?.ticketId) return
    giveUp(own.entryId)
    void navigate({ to: '/tickets/$ticketId', params: { ticketId: own.ticketId } })
  }, [own?.entryId, own?.ticketId, navigate])
  if (!conflict || own) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && giveUp(conflict.entryId)}
      title={t`Este contato já está em atendimento`}
      description={otherTicketWords(conflict)}
    >
      <DialogFooter>
        <Button variant="primary" onClick={() => giveUp(conflict.entryId)}>
          <Trans>Entendi</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
