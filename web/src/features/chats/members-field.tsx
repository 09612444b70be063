// Who is in a chat: people of the company, to be looked for and ticked. Whoever makes or changes it is in it, and not to be chosen.
import { allUsers } from 'db/users/queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { foldText } from 'db/kit/sql/search-text.ts'
import { useId, useState } from 'react'
import { Avatar } from '../../components/ui/avatar.tsx'
import { SearchInput } from '../../components/ui/inputs/search-input.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useQuery } from '../../sync/client.ts'

interface MembersFieldProps {
  /** Ids. */
  value: readonly string[]
  error: string | null
  onChange(value: string[]): void
}

export function MembersField({ value, error, onChange }: MembersFieldProps) {
  const { t } = useLingui()
  const { userId: me } = useActor()
  const [term, setTerm] = useState('')
  const errorId = useId()
  const colleagues = useQuery(allUsers()).rows.filter(({ id }) => id !== me)
  const found = colleagues.filter(({ name }) => foldText(name).includes(foldText(term.trim())))
  const chosen = value.filter((id) => id !== me).length
  // In an order of their own: put in and taken out again is as it was.
  const change = (id: string, isIn: boolean) =>
    onChange((isIn ? [...value, id] : value.filter((each) => each !== id)).toSorted())
  return (
    <fieldset
      className="flex min-h-0 flex-col gap-2"
      aria-invalid={error !== null}
      {...(error !== null && { 'aria-describedby': errorId, tabIndex: -1 })}
    >
      <legend className="mb-1 text-sm font-medium">
        {t`Participantes`}
        <span className="ml-2 font-normal text-muted">
          {plural(chosen, { 0: 'além de você', one: '# além de você', other: '# além de você' })}
        </span>
      </legend>
      {error !== null && (
        <p id={errorId} className="text-sm text-danger">
          {error}
        </p>
      )}
      {colleagues.length > 8 && (
        <SearchInput label={t`Buscar pessoas`} placeholder={t`Nome`} value={term} onChange={setTerm} />
      )}
      {colleagues.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>Ainda não há outras pessoas na empresa.</Trans>
        </p>
      )}
      <ul role="list" className="-mx-2 flex flex-col">
        {found.map(({ id, name }) => (
          <li key={id}>
            <label className="flex h-11 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
              <input
                type="checkbox"
                checked={value.includes(id)}
                onChange={(event) => change(id, event.target.checked)}
                className="size-4 accent-accent outline-none"
              />
              <Avatar name={name} size="sm" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
