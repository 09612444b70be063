import { contactChoices } from 'db/contacts/queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, UserRound } from 'lucide-react'
import { useState } from 'react'
import { ItemBoundary } from '../../../../components/error-boundary.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog, DialogFooter } from '../../../../components/ui/dialog.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { SearchInput } from '../../../../components/ui/inputs/search-input.tsx'
import { cn } from '../../../../lib/class-names.ts'
import { formatPhone } from '../../../../lib/text/phone-number.ts'
import { ContactAvatar } from '../../../../desk/contacts/contact-avatar.tsx'
import { useKeptQuery } from '../../../../desk/use-kept-query.ts'

const limit = 100
/** Cards that one message may have. */
const maxCards = 10

interface ContactsDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  onSend(contactIds: string[]): void
}

/** People of the address book, as cards. */
export function ContactsDialog({ open, onOpenChange, onSend }: ContactsDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Enviar contato`} className="h-120">
      <Choices onSend={onSend} />
    </Dialog>
  )
}

function Choices({ onSend }: Pick<ContactsDialogProps, 'onSend'>) {
  const { t } = useLingui()
  const [term, setTerm] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { rows, ready } = useKeptQuery(contactChoices({ term: term.trim(), limit }))
  const toggle = (id: string) =>
    setChosen((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(0, maxCards)))
  const count = chosen.length
  return (
    <>
      <div className="px-4 pt-1 pb-2">
        <SearchInput label={t`Buscar contato`} placeholder={t`Nome ou número`} value={term} onChange={setTerm} />
      </div>
      {ready && rows.length === 0 ? (
        <EmptyState icon={UserRound} title={t`Nenhum contato com esse nome ou número`} />
      ) : (
        <ul role="list" aria-label={t`Contatos`} className="min-h-0 flex-1 overflow-y-auto">
          {rows.map(({ id, name, number, pictureHash }) => (
            <li key={id}>
              <ItemBoundary of={name}>
                <Choice
                  name={name}
                  number={number}
                  pictureHash={pictureHash}
                  chosen={chosen.includes(id)}
                  onClick={() => toggle(id)}
                />
              </ItemBoundary>
            </li>
          ))}
        </ul>
      )}
      <DialogFooter>
        <Button variant="primary" disabled={count === 0} onClick={() => onSend([...chosen])}>
          {count === 0 ? <Trans>Enviar</Trans> : plural(count, { one: 'Enviar # contato', other: 'Enviar # contatos' })}
        </Button>
      </DialogFooter>
    </>
  )
}

interface ChoiceProps {
  name: string
  number: string
  pictureHash: string | null
  chosen: boolean
  onClick(): void
}

function Choice({ name, number, pictureHash, chosen, onClick }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onClick}
      className={cn(
        'flex h-14 w-full items-center gap-3 px-4 text-left text-sm outline-offset-[-2px]',
        chosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <ContactAvatar name={name} pictureHash={pictureHash} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-left font-medium">
          {name}
        </span>
        <span className="block truncate text-muted tabular">{formatPhone(number)}</span>
      </span>
      {chosen && <Check aria-hidden className="size-5 shrink-0 text-accent" />}
    </button>
  )
}
