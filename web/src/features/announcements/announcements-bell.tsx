// What the operator tells, in the top bar: how many are new, and all that are switched on. Not there while there is nothing.
import { activeAnnouncements, type ActiveAnnouncement } from 'db/announcements/queries.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Newspaper } from 'lucide-react'
import { useState } from 'react'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { Markup } from '../../components/markup.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Bell } from '../../components/ui/bell.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { formatWhen } from '../../lib/text/date-time.ts'
import { useToday } from '../../lib/use-now.ts'
import { mutate, useQuery } from '../../sync/client.ts'
import { PriorityBadge } from './priority.tsx'

export function AnnouncementsBell() {
  const { t } = useLingui()
  const { rows } = useQuery(activeAnnouncements())
  const [open, setOpen] = useState(false)
  /** As it was when it was opened: what is being read stays marked. */
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  const fresh = rows.filter(({ isNew }) => isNew)
  const toggle = (next: boolean) => {
    setOpen(next)
    if (!next || fresh.length === 0) return
    setUnseen(new Set(fresh.map(({ id }) => id)))
    const until = Math.max(...fresh.map(({ publishedAt }) => publishedAt?.getTime() ?? 0))
    mutate('announcement.see', { until: new Date(until).toISOString() }).catch(toastError)
  }
  if (rows.length === 0) return null
  const label =
    fresh.length === 0
      ? t`Informativos`
      : plural(fresh.length, { one: '# informativo novo', other: '# informativos novos' })
  return (
    <Bell
      open={open}
      onOpenChange={toggle}
      title={t`Informativos`}
      label={label}
      icon={<Newspaper />}
      count={fresh.length}
    >
      <ul
        role="list"
        aria-label={t`Informativos`}
        className="max-h-[min(32rem,75dvh)] w-96 max-w-[calc(100vw-1rem)] divide-y divide-line overflow-y-auto overscroll-contain"
      >
        {rows.map((announcement) => (
          <li key={announcement.id} className="p-4">
            <ItemBoundary of={announcement}>
              <Announcement announcement={announcement} isNew={unseen.has(announcement.id)} />
            </ItemBoundary>
          </li>
        ))}
      </ul>
    </Bell>
  )
}

function Announcement({ announcement, isNew }: { announcement: ActiveAnnouncement; isNew: boolean }) {
  const { t } = useLingui()
  const today = useToday()
  const { title, text, priority, publishedAt, createdAt, mediaHash } = announcement
  const at = publishedAt ?? createdAt
  return (
    <article className="flex flex-col gap-2">
      <header className="flex items-center gap-2">
        <h2 dir="auto" className="min-w-0 flex-1 text-base font-semibold wrap-anywhere">
          {title}
        </h2>
        {isNew && (
          <Badge variant="accent" shape="label">
            {t`Novo`}
          </Badge>
        )}
        <PriorityBadge priority={priority} />
      </header>
      {mediaHash !== null && <Picture key={mediaHash} hash={mediaHash} title={title} />}
      <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line">
        <Markup text={text} />
      </p>
      <time dateTime={at.toISOString()} className="text-xs text-muted tabular">
        {formatWhen(at, today)}
      </time>
    </article>
  )
}

/** Everybody's, by a path that needs no session. Without network there is none. */
function Picture({ hash, title }: { hash: string; title: string }) {
  const { t } = useLingui()
  const [failed, setFailed] = useState(false)
  if (failed) return <p className="text-xs text-muted">{t`A imagem aparece quando houver conexão.`}</p>
  return (
    <img
      src={`/public/${hash}`}
      alt={t`Imagem de ${title}`}
      onError={() => setFailed(true)}
      className="max-h-72 w-full rounded-md bg-hover object-contain"
    />
  )
}
