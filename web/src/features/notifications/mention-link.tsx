import type { UnseenMention } from 'db/mentions/queries.ts'
import { mentionedIn, withNames } from 'db/mentions/text.ts'
import { peopleNames } from 'db/users/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { Avatar } from '../../components/ui/avatar.tsx'
import { contactName } from '../../desk/contact-name.ts'
import { formatWhen } from '../../lib/text/date-time.ts'
import { useToday } from '../../lib/use-now.ts'
import { useQuery } from '../../sync/client.ts'

interface MentionLinkProps {
  mention: UnseenMention
  onClick(): void
}

/** Who mentioned whoever looks, in whose conversation, and in which words; leads to the note. */
export function MentionLink({ mention, onClick }: MentionLinkProps) {
  const { ticketId, noteId } = mention
  return (
    <Link
      to="/tickets/$ticketId"
      params={{ ticketId }}
      search={{ note: noteId }}
      onClick={onClick}
      className="flex items-center gap-3 rounded-md px-2.5 py-2 text-sm -outline-offset-2 hover:bg-hover"
    >
      <ItemBoundary of={mention}>
        <Contents mention={mention} />
      </ItemBoundary>
    </Link>
  )
}

function Contents({ mention }: Pick<MentionLinkProps, 'mention'>) {
  const { t } = useLingui()
  const today = useToday()
  const { authorName, createdAt, note } = mention
  const names = useNames(note)
  const author = authorName ?? t`Usuário excluído`
  return (
    <>
      <Avatar name={author} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{t`${author} mencionou você`}</span>
          <time dateTime={createdAt.toISOString()} className="shrink-0 text-xs text-muted tabular">
            {formatWhen(createdAt, today)}
          </time>
        </span>
        <span dir="auto" className="block truncate text-left text-xs text-muted">
          {contactName(mention)}
        </span>
        <span dir="auto" className="line-clamp-2 text-left wrap-anywhere text-muted">
          {withNames(note, (id) => names.get(id) ?? '…')}
        </span>
      </span>
    </>
  )
}

function useNames(note: string): ReadonlyMap<string, string> {
  const { rows } = useQuery(peopleNames({ ids: mentionedIn(note) }))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
