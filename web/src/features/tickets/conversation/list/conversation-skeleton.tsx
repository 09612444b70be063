import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { cn } from '../../../../lib/class-names.ts'
import { BackLink } from '../header/back-link.tsx'

/** A conversation that is on this device is there sooner. */
const patienceMs = 250
const widths = ['w-56', 'w-40', 'w-72', 'w-48', 'w-64']

/** While the device opens its database, or the server is asked for what is archived. */
export function ConversationSkeleton() {
  const { t } = useLingui()
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  if (!due) return null
  return (
    <section role="status" aria-label={t`Carregando a conversa`} className="flex h-full flex-col">
      <div className="safe-top shrink-0 border-b border-line bg-surface">
        <div className="flex h-14 items-center gap-3 px-2 max-sm:gap-1 sm:px-4">
          <BackLink />
          <Skeleton className="size-9 rounded-full max-sm:hidden" />
          <span className="flex flex-col gap-2">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-2.5 w-56" />
          </span>
        </div>
      </div>
      <div className="flex min-h-0 flex-1 flex-col justify-end gap-2 overflow-hidden p-3 sm:px-6">
        {widths.map((width, index) => (
          <Skeleton key={width} className={cn('h-9 max-w-[85%] rounded-lg', width, index % 2 === 1 && 'self-end')} />
        ))}
      </div>
    </section>
  )
}
