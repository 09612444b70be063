import { contactById } from 'db/contacts/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { formatPhone } from '../../../../lib/text/phone-number.ts'
import { ContactAvatar } from '../../../../desk/contacts/contact-avatar.tsx'
import { useQuery } from '../../../../sync/client.ts'
import { ContactDialog } from './contact-dialog.tsx'

export function ContactDetails({ contactId, isGroup }: { contactId: string; isGroup: boolean }) {
  const { t } = useLingui()
  const contact = useQuery(contactById({ id: contactId })).rows[0]
  const [editing, setEditing] = useState(false)
  if (!contact) return null
  const { name, number, email, extraInfo, pictureHash } = contact
  return (
    <div className="py-4">
      <div className="flex items-center gap-3">
        <ContactAvatar name={name} pictureHash={pictureHash} isGroup={isGroup} size="xl" />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="text-left font-semibold wrap-anywhere">
            {name}
          </p>
          {number !== null && <p className="text-sm text-muted tabular">{formatPhone(number)}</p>}
        </div>
      </div>
      <dl className="mt-3 grid gap-2 text-sm">
        {email !== '' && <Detail term={t`E-mail`}>{email}</Detail>}
        {extraInfo.map((field, index) => (
          <Detail key={index} term={field.name}>
            {field.value}
          </Detail>
        ))}
      </dl>
      {/* A group's name and number are WhatsApp's. */}
      {!isGroup && (
        <Button className="mt-3 w-full" onClick={() => setEditing(true)}>
          <Pencil aria-hidden />
          <Trans>Editar contato</Trans>
        </Button>
      )}
      {editing && <ContactDialog contact={contact} onClose={() => setEditing(false)} />}
    </div>
  )
}

function Detail({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{term}</dt>
      <dd dir="auto" className="text-left wrap-anywhere">
        {children}
      </dd>
    </div>
  )
}
