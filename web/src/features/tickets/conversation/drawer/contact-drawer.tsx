// Who the conversation is with: details, tags and notes of the ticket, what is scheduled for them, earlier tickets. Beside the
// conversation where there is room, over it elsewhere. Everything in it works without network.
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { ItemBoundary } from '../../../../components/error-boundary.tsx'
import { Dialog, DialogBody } from '../../../../components/ui/dialog.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { usePlanFeatures } from '../../../../desk/guards/use-plan-features.ts'
import { useBesideDrawer } from '../use-beside-drawer.ts'
import { ContactDetails } from './contact-details.tsx'
import { GroupMembers } from '../group/group-members.tsx'
import { Notes } from './notes.tsx'
import { OtherTickets } from './other-tickets.tsx'
import { Scheduled } from './scheduled.tsx'
import { TagChips } from './tag-chips.tsx'

interface ContactDrawerProps {
  ticket: TicketDetail
  open: boolean
  /** Note to be shown first. */
  noteId: string | undefined
  onOpenChange(open: boolean): void
  onNoteShown(): void
}

/** Rendered once per change of the ticket, not of its messages. */
export const ContactDrawer = memo(function ContactDrawer({ open, onOpenChange, ...contents }: ContactDrawerProps) {
  const { t } = useLingui()
  const beside = useBesideDrawer()
  const title = contents.ticket.isGroup ? t`Dados do grupo` : t`Dados do contato`
  const closeLabel = contents.ticket.isGroup ? t`Fechar dados do grupo` : t`Fechar dados do contato`
  if (!beside) {
    return (
      <Dialog open={open} onOpenChange={onOpenChange} title={title} placement="right" className="sm:w-80">
        <DialogBody className="pb-6">
          <Contents {...contents} />
        </DialogBody>
      </Dialog>
    )
  }
  if (!open) return null
  return (
    <aside aria-label={title} className="flex h-full w-80 shrink-0 flex-col border-l border-line bg-surface">
      <header className="box-content flex h-14 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h2>
        <IconButton label={closeLabel} onClick={() => onOpenChange(false)}>
          <X />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6">
        <Contents {...contents} />
      </div>
    </aside>
  )
})

function Contents({ ticket, noteId, onNoteShown }: Omit<ContactDrawerProps, 'open' | 'onOpenChange'>) {
  const { t } = useLingui()
  const { features } = usePlanFeatures()
  return (
    <>
      <ItemBoundary of={ticket}>
        <ContactDetails contactId={ticket.contactId} isGroup={ticket.isGroup} />
      </ItemBoundary>
      {ticket.isGroup && (
        <Section title={t`Participantes`} of={ticket}>
          <GroupMembers ticket={ticket} />
        </Section>
      )}
      <Section title={t`Etiquetas`} of={ticket}>
        <TagChips ticketId={ticket.id} />
      </Section>
      <Section title={t`Observações`} of={ticket}>
        <Notes ticket={ticket} noteId={noteId} onNoteShown={onNoteShown} />
      </Section>
      {features.has('useSchedules') && (
        <Section title={t`Mensagens agendadas`} of={ticket}>
          <Scheduled ticket={ticket} />
        </Section>
      )}
      <Section title={t`Outros atendimentos`} of={ticket}>
        <OtherTickets ticket={ticket} />
      </Section>
    </>
  )
}

function Section({ title, of, children }: { title: string; of: unknown; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line py-4">
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      <ItemBoundary of={of}>{children}</ItemBoundary>
    </section>
  )
}
