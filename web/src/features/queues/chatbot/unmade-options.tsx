import type { OptionRow } from 'db/queues/queries.ts'
import { useUnsentOptions } from './use-unsent-options.ts'
import { RefusedOption } from './refused-option.tsx'

/** New options that the server refused, which are no rows of the tree. */
export function UnmadeOptions({ queueId, options }: { queueId: string; options: readonly OptionRow[] }) {
  const known = new Set(options.map(({ id }) => id))
  const unmade = [...useUnsentOptions().values()]
    .filter((entry) => entry !== 'waiting')
    .filter(({ name, args }) => name === 'queueOption.create' && args['queueId'] === queueId)
    .filter(({ args }) => !known.has(String(args['id'])))
  if (unmade.length === 0) return null
  return (
    <ul className="flex flex-col gap-1.5">
      {unmade.map((entry) => (
        <li key={entry.id} className="rounded-md border border-danger bg-surface pt-2">
          <p className="truncate px-3 text-base font-medium">{String(entry.args['title'])}</p>
          <RefusedOption entry={entry} />
        </li>
      ))}
    </ul>
  )
}
