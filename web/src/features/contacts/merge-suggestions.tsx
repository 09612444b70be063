import { perhapsSame, type ContactRow } from 'db/contacts/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { looksLikeSamePerson } from 'db/contacts/same-person.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { formatPhone } from '../../lib/text/phone-number.ts'
import { toastDone, toastError } from '../../lib/app/toast.ts'
import { mutate, useQuery } from '../../sync/client.ts'

const most = 3

interface MergeSuggestionsProps {
  contact: ContactRow
  onMerged(): void
}

/** Others that look like the same person, for those who may merge them. */
export function MergeSuggestions({ contact, onMerged }: MergeSuggestionsProps) {
  const { t } = useLingui()
  const mayMerge = hasPermission(useActor(), 'contacts-page:deleteContact')
  const { rows } = useQuery(
    mayMerge ? perhapsSame({ id: contact.id, name: contact.name, number: contact.number }) : null,
  )
  const [chosen, setChosen] = useState<ContactRow>()
  const same = rows.filter((other) => looksLikeSamePerson(contact, other)).slice(0, most)
  if (same.length === 0) return null
  const merge = async ({ id: otherId }: ContactRow) => {
    try {
      await mutate('contact.merge', { id: contact.id, otherId })
      toastDone(t`Contatos juntados com sucesso!`)
      onMerged()
    } catch (error) {
      toastError(error)
    }
  }
  const { name } = contact
  const otherName = chosen?.name ?? ''
  return (
    <section aria-label={t`Parece a mesma pessoa`} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-base font-semibold">
        <Trans>Parece a mesma pessoa</Trans>
      </h3>
      <ul role="list" className="flex flex-col gap-2">
        {same.map((other) => (
          <li key={other.id} className="flex items-center gap-3 rounded-md border border-line py-2 pr-2 pl-3">
            <ItemBoundary of={other}>
              <Names contact={other} />
            </ItemBoundary>
            <Button size="sm" aria-label={t`Juntar com ${other.name}`} onClick={() => setChosen(other)}>
              <Merge aria-hidden />
              <Trans>Juntar</Trans>
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={chosen !== undefined}
        onOpenChange={(open) => !open && setChosen(undefined)}
        title={t`Juntar ${otherName} com ${name}?`}
        description={t`Atendimentos, mensagens e informações dos dois ficam em ${name}. Isso não pode ser desfeito.`}
        confirm={t`Juntar`}
        onConfirm={() => void (chosen && merge(chosen))}
      />
    </section>
  )
}

function Names({ contact: { name, number } }: { contact: ContactRow }) {
  const { t } = useLingui()
  return (
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate text-left font-medium">
        {name}
      </span>
      <span className="block truncate text-sm text-muted">{number === null ? t`Sem número` : formatPhone(number)}</span>
    </span>
  )
}
