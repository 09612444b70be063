// A conversation from the server's archive: read-only, with when it was fetched. Reopened, it comes back to this device, and its live
// conversation takes this one's place.
import type { TicketDetail } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { EllipsisVertical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../components/ui/menu.tsx'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { formatDateTime } from '../../../lib/text/date-time.ts'
import { useShortcut } from '../../../lib/app/use-shortcut.ts'
import { useOutbox } from '../../../sync/client.ts'
import { contactName } from '../../../desk/contacts/contact-name.ts'
import { useTicketActions } from '../ticket-actions.ts'
import type { ArchivePage } from './archive.ts'
import { ArchivedMessages } from './list/archived-messages.tsx'
import { RefusalStrip } from './refusal-strip.tsx'
import { BackLink } from './header/back-link.tsx'
import { DeleteTicketDialog } from './header/delete-ticket-dialog.tsx'

export function ArchivedConversation({ newest }: { newest: ArchivePage }) {
  return (
    <section className="flex h-full flex-col">
      <Header newest={newest} />
      <RefusalStrip ticketId={newest.ticket.id} status={newest.ticket.status} />
      <ArchivedMessages newest={newest} />
    </section>
  )
}

function Header({ newest: { ticket, fetchedAt } }: { newest: ArchivePage }) {
  const when = formatDateTime(fetchedAt)
  return (
    <header className="safe-top shrink-0 border-b border-line bg-surface">
      <div className="flex min-h-14 items-center gap-3 px-2 max-sm:gap-1 sm:px-4">
        <BackLink />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-base font-semibold">{contactName(ticket)}</h2>
          <p className="line-clamp-2 text-xs text-muted tabular">
            <Trans>Arquivado, somente leitura · buscado do servidor em {when}</Trans>
          </p>
        </div>
        <Actions ticket={ticket} />
      </div>
    </header>
  )
}

function Actions({ ticket }: { ticket: TicketDetail }) {
  const { t } = useLingui()
  const actor = useActor()
  const actions = useTicketActions()
  const [deleting, setDeleting] = useState(false)
  const { id } = ticket
  const reopening = useOutbox((entries) =>
    entries.some(({ name, args, state }) => name === 'ticket.reopen' && args['id'] === id && state !== 'refused'),
  )
  const reopen = reopening ? null : () => actions.reopen(id, ticket.connectionId)
  useShortcut('reopenTicket', reopen)
  return (
    <div className="flex shrink-0 items-center gap-1.5">
      <Button variant="primary" disabled={reopening} onClick={() => reopen?.()}>
        {reopening ? <Trans>Reabrindo…</Trans> : <Trans>Reabrir</Trans>}
      </Button>
      {hasPermission(actor, 'ticket-options:deleteTicket') && (
        <Menu
          label={t`Mais ações`}
          trigger={
            <IconButton label={t`Mais ações`}>
              <EllipsisVertical />
            </IconButton>
          }
        >
          <MenuItem variant="danger" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden />
            <Trans>Excluir atendimento</Trans>
          </MenuItem>
        </Menu>
      )}
      <DeleteTicketDialog ticket={ticket} open={deleting} onOpenChange={setDeleting} />
    </div>
  )
}
