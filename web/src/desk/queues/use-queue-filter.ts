import { queueChoices } from 'db/queues/queries.ts'
import { seesAllQueues } from 'db/kit/actor.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useStored } from '../../lib/data/stored.ts'
import { useQuery } from '../../sync/client.ts'

/** Which of their queues somebody looks at, remembered on the device; null: all of them. */
export function useQueueFilter() {
  const actor = useActor()
  const [stored, setStored] = useStored<string>(`queue-filter:${actor.userId}`, '')
  const { rows } = useQuery(queueChoices())
  const own = seesAllQueues(actor) ? rows : rows.filter(({ id }) => actor.queueIds.includes(id))
  const chosen = stored.split(',').filter(Boolean)
  return {
    queues: own,
    /** Chosen queues; null: all. They are known before the queues are read, so that the first list is the right one. */
    ids: chosen.length === 0 ? null : chosen,
    choose: (ids: readonly string[]) => setStored(ids.length === own.length ? '' : ids.join(',')),
  }
}
