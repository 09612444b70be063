import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Tab, Tabs, TabsList } from '../../../components/ui/tabs.tsx'
import { useLastTicket } from './use-last-ticket.ts'

/** On a phone: the list, and the way back to the ticket that was open last. */
export function PhoneTabs({ selectedId }: { selectedId: string | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const ticketId = useLastTicket(selectedId)
  if (ticketId === undefined) return null
  return (
    <Tabs
      value="list"
      onValueChange={() => void navigate({ to: '/tickets/$ticketId', params: { ticketId } })}
      className="border-b border-line sm:hidden"
    >
      <TabsList variant="line" aria-label={t`Tela`} className="-mb-px border-b-0">
        <Tab variant="line" value="list" className="flex-1">{t`Atendimentos`}</Tab>
        <Tab variant="line" value="ticket" className="flex-1">{t`Ticket`}</Tab>
      </TabsList>
    </Tabs>
  )
}
