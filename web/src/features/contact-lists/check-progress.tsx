import { Trans } from '@lingui/react/macro'
import { Progress } from '../../components/ui/progress.tsx'
import type { ContactListRow } from 'db/contact-lists/queries.ts'

type Counts = Pick<ContactListRow, 'contactsCount' | 'validCount' | 'invalidCount'>

/** How many of a list are on WhatsApp, and how far the asking has come. */
export function CheckProgress({ row: { contactsCount, validCount, invalidCount } }: { row: Counts }) {
  const asked = validCount + invalidCount
  if (contactsCount === 0) return '—'
  const [valid, checked, all] = [validCount, asked, contactsCount].map((count) => count.toLocaleString())
  if (asked >= contactsCount) {
    return (
      <span className="tabular">
        <Trans>
          {valid} de {all}
        </Trans>
      </span>
    )
  }
  return (
    <span className="flex flex-col gap-1">
      <Progress value={asked} max={contactsCount} className="max-w-40" />
      <span className="text-xs tabular">
        <Trans>
          {checked} de {all} verificados
        </Trans>
      </span>
    </span>
  )
}
