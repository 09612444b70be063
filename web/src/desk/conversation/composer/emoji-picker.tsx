import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../components/ui/skeleton.tsx'

const Grid = lazy(() => import('./emoji-grid.tsx'))

/** All emoji, loaded when they are asked for. */
export function EmojiPicker({ onPick }: { onPick(emoji: string): void }) {
  return (
    <div className="h-80 w-79">
      <Suspense fallback={<Skeleton className="m-2 h-9 rounded-md" />}>
        <Grid onPick={onPick} />
      </Suspense>
    </div>
  )
}
