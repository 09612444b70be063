import type { ContactRow } from 'db/contacts/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { iconButtonVariants } from '../../components/ui/icon-button-variants.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'

/** At a row's end: to a ticket with this person. */
export function ChatWith({ row: { id, name } }: { row: ContactRow }) {
  const { t } = useLingui()
  const label = t`Conversar com ${name}`
  return (
    <Tooltip content={label}>
      <Link to="/tickets" search={{ new: id }} aria-label={label} className={iconButtonVariants()}>
        <MessageSquare aria-hidden />
      </Link>
    </Tooltip>
  )
}
