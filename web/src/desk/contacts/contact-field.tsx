// Choosing a contact, in any form: somebody who is known, by name or number, or somebody new, who is made on the spot.
import { contactChoices, type ContactChoice } from 'db/contacts/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { SearchInput } from '../../components/ui/inputs/search-input.tsx'
import { formatPhone } from '../../lib/text/phone-number.ts'
import { useKeptQuery } from '../use-kept-query.ts'
import { useRested } from '../use-rested.ts'
import { ContactAvatar } from './contact-avatar.tsx'
import { NewContact } from './new-contact.tsx'

const minLetters = 3
const most = 20

interface ContactFieldProps {
  contact: ContactChoice | null
  onChange(contact: ContactChoice | null): void
}

/** Somebody who is known, or somebody new. */
export function ContactField({ contact, onChange }: ContactFieldProps) {
  const [term, setTerm] = useState('')
  const [creating, setCreating] = useState(false)
  if (contact) return <Chosen contact={contact} onClear={() => onChange(null)} />
  if (creating) {
    return (
      <NewContact
        typed={term}
        onCancel={() => setCreating(false)}
        onCreated={(created) => {
          setCreating(false)
          onChange(created)
        }}
      />
    )
  }
  return <Search term={term} onType={setTerm} onPick={onChange} onCreate={() => setCreating(true)} />
}

function Chosen({ contact, onClear }: { contact: ContactChoice; onClear(): void }) {
  const { t } = useLingui()
  return (
    <div className="flex items-center gap-3 rounded-md border border-line p-2">
      <Person {...contact} />
      <IconButton label={t`Escolher outro contato`} onClick={onClear}>
        <X />
      </IconButton>
    </div>
  )
}

interface SearchProps {
  term: string
  onType(term: string): void
  onPick(contact: ContactChoice): void
  onCreate(): void
}

function Search({ term, onType, onPick, onCreate }: SearchProps) {
  const { t } = useLingui()
  const typed = term.trim()
  const due = useRested(typed)
  const asked = due.length >= minLetters
  const { rows, ready } = useKeptQuery(asked ? contactChoices({ term: due, limit: most }) : null)
  const shown = typed.length >= minLetters && asked ? rows : []
  return (
    <div className="flex flex-col gap-1">
      <SearchInput
        label={t`Buscar contato`}
        placeholder={t`Nome ou número, a partir de 3 letras`}
        value={term}
        onChange={onType}
      />
      <ul role="list" aria-label={t`Contatos`} className="flex max-h-64 flex-col overflow-y-auto">
        {shown.map((contact) => (
          <li key={contact.id}>
            <button
              type="button"
              onClick={() => onPick(contact)}
              className="flex w-full items-center gap-3 rounded-md p-2 text-left outline-offset-[-2px] hover:bg-hover"
            >
              <ItemBoundary of={contact}>
                <Person {...contact} />
              </ItemBoundary>
            </button>
          </li>
        ))}
      </ul>
      {asked && ready && shown.length === 0 && (
        <p role="status" className="px-2 text-sm text-muted">
          <Trans>Nenhum contato encontrado.</Trans>
        </p>
      )}
      <Button variant="quiet" className="self-start" onClick={onCreate}>
        <UserPlus />
        <Trans>Criar contato</Trans>
      </Button>
    </div>
  )
}

function Person({ name, number, pictureHash }: ContactChoice) {
  return (
    <>
      <ContactAvatar name={name} pictureHash={pictureHash} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-left text-base font-medium">
          {name}
        </span>
        {number !== null && <span className="block truncate text-xs text-muted tabular">{formatPhone(number)}</span>}
      </span>
    </>
  )
}
