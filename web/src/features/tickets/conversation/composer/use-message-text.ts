import { ownCompany } from 'db/companies/queries.ts'
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react'
import { fillVariables, type VariableValues } from 'db/bot/variables.ts'
import { useSigning } from '../../../../lib/data/stored.ts'
import { useStable } from '../../../../lib/use-stable.ts'
import { useQuery } from '../../../../sync/client.ts'
import { useSession } from '../../../../sync/session-client.ts'
import { contactName } from '../../../../desk/contacts/contact-name.ts'
import { finishedText } from './message-text.ts'

/** `fill` for what is put into the field, `finish` for what leaves it. */
export function useMessageText(ticket: TicketDetail) {
  const { i18n } = useLingui()
  const [signs, keepSigns] = useSigning()
  const setSigns = useStable(keepSigns)
  const userName = useSession()?.user.name ?? null
  const zone = useQuery(ownCompany()).rows[0]?.timeZone
  const values = (): VariableValues => ({
    contactName: contactName(ticket),
    ticketNumber: ticket.number,
    now: new Date(),
    timeZone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: i18n.locale === 'en' || i18n.locale === 'es' ? i18n.locale : 'pt',
  })
  const fill = useStable((text: string) => fillVariables(text, values()))
  const finish = useStable((text: string) => finishedText(text, values(), signs ? userName : null))
  return { fill, finish, signs, setSigns }
}
