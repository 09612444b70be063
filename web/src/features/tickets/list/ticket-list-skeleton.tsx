import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '../../../components/ui/skeleton.tsx'

/** Only while the very first copy arrives: after that the last known list is there at once. */
export function TicketListSkeleton() {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Carregando atendimentos`}>
      {Array.from({ length: 7 }, (_, index) => (
        <div key={index} className="flex h-18 items-center gap-3 px-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-2.5 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  )
}
