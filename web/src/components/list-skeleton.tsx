import { Skeleton } from './ui/skeleton.tsx'

/** Of a list of conversations, while nothing of it is there: after that the last known one is there at once. `label` says what is loading. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
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
