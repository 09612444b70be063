// Who is here, asked while somebody looks: nothing follows it else, and what was read stays with its time when the network goes.
import { contactName } from '../../../desk/contact-name.ts'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { ItemBoundary } from '../../../components/error-boundary.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { ServerNote } from '../../../desk/server/server-note.tsx'
import { useServerData } from '../../../desk/server/use-server-data.ts'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { cn } from '../../../lib/class-names.ts'
import { formatWhen } from '../../../lib/text/date-time.ts'
import { useNow } from '../../../lib/use-now.ts'

const presence = v.object({
  people: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      state: v.picklist(['online', 'away', 'offline']),
      since: v.nullable(v.pipe(v.string(), v.isoTimestamp(), v.toDate())),
      tickets: v.array(
        v.object({ id: v.string(), contact: v.object({ name: v.string(), number: v.nullable(v.string()) }) }),
      ),
    }),
  ),
})
type Person = v.InferOutput<typeof presence>['people'][number]

const everyMs = 15_000

/** Those who are here first; in each, by name. */
const order = { online: 0, away: 1, offline: 2 } as const

export function TeamList({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { t } = useLingui()
  const { userId } = useActor()
  const { data, at, error, reload } = useServerData('/presence', presence, { kept: true })
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), everyMs)
    return () => clearInterval(timer)
  }, [reload])
  const others = (data?.people ?? [])
    .filter(({ id }) => id !== userId)
    .toSorted((a, b) => order[a.state] - order[b.state])
  return (
    <div className="grid gap-1">
      <ServerNote at={at} error={error} reload={reload} />
      {data === null && error === null && at === null && <Skeleton className="mx-2.5 h-5" />}
      {data !== null && others.length === 0 && (
        <p className="px-2.5 py-1 text-sm text-muted">{t`Você é a única pessoa desta empresa.`}</p>
      )}
      <ul aria-label={t`Quem está aqui`} className="grid">
        {others.map((person) => (
          <li key={person.id} className="flex min-h-10 items-center gap-2.5 rounded-md px-2.5 py-1 touch:min-h-11">
            <ItemBoundary of={person}>
              <Colleague person={person} onNavigate={onNavigate} />
            </ItemBoundary>
          </li>
        ))}
      </ul>
    </div>
  )
}

const dots = { online: 'bg-good', away: 'bg-warning', offline: 'bg-muted' } as const

function Colleague({ person, onNavigate }: { person: Person; onNavigate: (() => void) | undefined }) {
  const { t } = useLingui()
  const { name, state, tickets } = person
  const [ticket] = tickets
  const words = useStateWords(person)
  return (
    <>
      <span className="relative shrink-0">
        <Avatar name={name} size="sm" />
        <span
          aria-hidden
          className={cn('absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full ring-2 ring-surface', dots[state])}
        />
      </span>
      <span className="min-w-0 flex-1 text-sm leading-4.5">
        <span dir="auto" className={cn('block truncate text-left', state === 'offline' && 'text-muted')}>
          {name}
        </span>
        <span className="block truncate text-xs text-muted">
          {words}
          {ticket && state !== 'offline' && (
            <>
              {' · '}
              <Link
                to="/tickets/$ticketId"
                params={{ ticketId: ticket.id }}
                onClick={onNavigate}
                aria-label={t`Abrir o atendimento de ${nameOf(ticket)}, em que ${name} está`}
                className="text-link underline-offset-2 hover:underline"
              >
                {nameOf(ticket)}
              </Link>
            </>
          )}
        </span>
      </span>
    </>
  )
}

const nameOf = ({ contact }: Person['tickets'][number]) =>
  contactName({ contactName: contact.name, contactNumber: contact.number })

function useStateWords({ state, since }: Person): string {
  const { t } = useLingui()
  const now = useNow()
  if (state === 'online') return t`Online`
  if (since === null) return t`Offline`
  const when = formatWhen(since, now)
  return state === 'away' ? t`Ausente desde ${when}` : t`Visto por último: ${when}`
}
