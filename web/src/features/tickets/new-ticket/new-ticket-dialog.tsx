// Starting a conversation: whom, over which connection, in which queue. Works offline: what the server refuses later is told by the
// shell's other-ticket-dialog.tsx. `contactId`: undefined keeps it closed, '' opens it empty.
import { contactById } from 'db/contacts/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { RoutedContext } from '../../../lib/app/routed.ts'
import { useQuery } from '../../../sync/client.ts'
import { NewTicketForm } from './new-ticket-form.tsx'

interface NewTicketDialogProps {
  contactId: string | undefined
  onClose(): void
}

export function NewTicketDialog({ contactId, onClose }: NewTicketDialogProps) {
  const { t } = useLingui()
  const open = contactId !== undefined
  // What it showed stays while it leaves the screen.
  const [shown, setShown] = useState(contactId)
  if (open && shown !== contactId) setShown(contactId)
  return (
    <RoutedContext value={true}>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && onClose()}
        onClosed={() => setShown(undefined)}
        title={t`Novo atendimento`}
      >
        {shown !== undefined && <Prefilled key={shown} contactId={shown} onClose={onClose} />}
      </Dialog>
    </RoutedContext>
  )
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function Prefilled({ contactId, onClose }: { contactId: string; onClose(): void }) {
  const wanted = uuid.test(contactId)
  const { rows, ready } = useQuery(wanted ? contactById({ id: contactId }) : null)
  if (wanted && !ready) return null
  return <NewTicketForm initialContact={rows[0] ?? null} onClose={onClose} />
}
