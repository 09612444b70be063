import { useLingui } from '@lingui/react/macro'
import { ListFilter } from 'lucide-react'
import { QueueMark } from '../../components/queue-mark.tsx'
import { FilterMenu } from '../../components/filter-menu.tsx'
import type { useQueueFilter } from './use-queue-filter.ts'

/** For who has several queues. */
export function QueueFilter({ queues, ids, choose }: ReturnType<typeof useQueueFilter>) {
  const { t } = useLingui()
  if (queues.length < 2) return null
  return (
    <FilterMenu
      label={t`Filas`}
      icon={<ListFilter />}
      options={queues.map(({ id, name, color }) => ({ id, name, mark: <QueueMark color={color} /> }))}
      chosen={ids ?? []}
      onChange={choose}
    />
  )
}
