import type { TicketDetail } from 'db/tickets/queries.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Avatar } from '../../../../components/ui/avatar.tsx'
import { Badge } from '../../../../components/ui/badge.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { formatPhone } from '../../../../lib/text/phone-number.ts'
import type { Member } from './members.ts'
import { useGroupMembers } from './use-group-members.ts'

/** A group may have a thousand. */
const shownAtFirst = 8

/** Who is in the group, as WhatsApp tells it. */
export function GroupMembers({ ticket }: { ticket: TicketDetail }) {
  const members = useGroupMembers(ticket)
  const [all, setAll] = useState(false)
  const left = members.length - shownAtFirst
  if (members.length === 0) {
    return (
      <p className="text-sm text-muted">
        <Trans>O WhatsApp ainda não disse quem participa.</Trans>
      </p>
    )
  }
  return (
    <>
      <ul role="list" className="-mx-1 grid">
        {members.slice(0, all ? members.length : shownAtFirst).map((member) => (
          <li key={member.id} className="flex min-h-10 items-center gap-2.5 px-1">
            <Person member={member} />
          </li>
        ))}
      </ul>
      {left > 0 && !all && (
        <Button size="sm" variant="quiet" onClick={() => setAll(true)}>
          <Plural value={left} one="Ver mais # participante" other="Ver mais # participantes" />
        </Button>
      )}
    </>
  )
}

function Person({ member: { name, number, isAdmin, isOwn } }: { member: Member }) {
  const { t } = useLingui()
  const phone = number === null ? null : formatPhone(number)
  return (
    <>
      <Avatar name={name} size="sm" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-left text-sm">
          {isOwn ? t`${name} (esta empresa)` : name}
        </span>
        {phone !== null && phone !== name && <span className="block truncate text-xs text-muted tabular">{phone}</span>}
      </span>
      {isAdmin && (
        <Badge>
          <Trans>admin</Trans>
        </Badge>
      )}
    </>
  )
}
