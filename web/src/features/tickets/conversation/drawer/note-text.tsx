import { partsOf } from 'db/mentions/text.ts'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { cn } from '../../../../lib/class-names.ts'

/** A note with whom it mentions by the names of now. */
export function NoteText({ note, nameOf }: { note: string; nameOf(userId: string): string }) {
  const { userId } = useActor()
  return partsOf(note).map((part, index) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      <span
        key={index}
        className={cn('rounded-sm font-medium text-accent', part.userId === userId && 'bg-accent-soft px-0.5')}
      >
        @{nameOf(part.userId)}
      </span>
    ),
  )
}
