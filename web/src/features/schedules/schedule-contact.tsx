import { contactById, type ContactChoice } from 'db/contacts/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ContactField } from '../../desk/contacts/contact-field.tsx'
import { useQuery } from '../../sync/client.ts'

interface ScheduleContactProps {
  /** '' while none is chosen. */
  id: string
  error: string | null
  onChange(id: string): void
}

/** For whom it is. */
export function ScheduleContact({ id, error, onChange }: ScheduleContactProps) {
  const { t } = useLingui()
  // One that was made just now is not among the rows yet.
  const [picked, setPicked] = useState<ContactChoice | null>(null)
  const isPicked = picked?.id === id
  const { rows, ready } = useQuery(id === '' || isPicked ? null : contactById({ id }))
  const unknown = { id, name: t`(registro não encontrado)`, number: null, pictureHash: null }
  const contact = id === '' ? null : isPicked ? picked : (rows[0] ?? (ready ? unknown : null))
  const reading = id !== '' && contact === null
  return (
    <div role="group" aria-label={t`Contato`} className="flex flex-col gap-1">
      <p className="text-sm font-medium">{t`Contato`}</p>
      {!reading && (
        <ContactField
          contact={contact}
          onChange={(next) => {
            setPicked(next)
            onChange(next?.id ?? '')
          }}
        />
      )}
      {error !== null && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
