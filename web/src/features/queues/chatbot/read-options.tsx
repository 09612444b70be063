// The options of a chatbot from top to bottom, for those who may not change them.
import { useLingui } from '@lingui/react/macro'
import { Workflow } from 'lucide-react'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { cn } from '../../../lib/class-names.ts'
import type { OptionRow } from 'db/queues/queries.ts'
import { indentOf } from './indent.ts'
import { NoMessage, NumberMark } from './option-line.tsx'
import { linesOf } from './option-tree.ts'

interface ReadOptionsProps {
  options: readonly OptionRow[]
  /** Where the conversation that is being tried stands. */
  currentId: string | null
}

export function ReadOptions({ options, currentId }: ReadOptionsProps) {
  const { t } = useLingui()
  if (options.length === 0) {
    return (
      <div className="rounded-lg border border-dashed border-line-strong">
        <EmptyState icon={Workflow} title={t`Este chatbot ainda não tem opções`} />
      </div>
    )
  }
  return (
    <ul role="list" aria-label={t`Opções do chatbot`} className="flex flex-col gap-1.5">
      {linesOf(options).map(({ option: { id, title, message }, depth, number, siblings, children }) => (
        <li
          key={id}
          aria-level={depth + 1}
          aria-posinset={number}
          aria-setsize={siblings}
          style={{ paddingLeft: indentOf(depth) }}
        >
          <div
            className={cn(
              'flex items-start gap-2 rounded-md border border-line bg-surface px-3 py-1',
              id === currentId && 'border-accent',
            )}
          >
            <NumberMark number={number} />
            <div className="min-w-0 flex-1 py-1">
              <p className="text-base font-medium break-words">{title}</p>
              <p className="text-sm break-words whitespace-pre-line text-muted">
                {message.trim() === '' ? <NoMessage isLeaf={children === 0} /> : message}
              </p>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
