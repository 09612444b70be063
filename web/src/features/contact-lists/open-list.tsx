import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ContactListRow } from 'db/contact-lists/queries.ts'
import { List } from 'lucide-react'
import { iconButtonVariants } from '../../components/ui/icon-button-variants.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'

/** At a row's end: to the people of this list. */
export function OpenList({ row: { id, name } }: { row: ContactListRow }) {
  const { t } = useLingui()
  const label = t`Contatos de ${name}`
  return (
    <Tooltip content={label}>
      <Link
        to="/contact-lists/$listId/contacts"
        params={{ listId: id }}
        aria-label={label}
        className={iconButtonVariants()}
      >
        <List aria-hidden />
      </Link>
    </Tooltip>
  )
}
