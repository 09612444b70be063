// Each step of the demo's guide is done when it has happened, not when somebody says so.
import { answeredSince, receivedSince } from 'db/messages/queries.ts'
import { useEffect } from 'react'
import { markDemoStep, type DemoGuide, type DemoStep } from '../../lib/data/demo-guide.ts'
import { useOnline } from '../../desk/server/use-online.ts'
import { useOutbox, useQuery } from '../../sync/client.ts'

/** `phonesOpenedAt`: ISO 8601; null: they were not opened from here. */
export function useDemoProgress({ startedAt, done }: DemoGuide, phonesOpenedAt: string | null) {
  const online = useOnline()
  const unsent = useOutbox(
    (entries) => entries.filter(({ name, state }) => name === 'message.send' && state === 'waiting').length,
  )

  useEffect(() => {
    if (!online) markDemoStep('pull')
    if (!online && unsent > 0) markDemoStep('write')
  }, [online, unsent])

  useEffect(() => {
    if (online && unsent === 0 && done.includes('write')) markDemoStep('plug')
  }, [unsent, online, done])

  useStepThatIsCounted('answer', done.includes('answer') ? null : answeredSince({ since: startedAt }))
  const asks = phonesOpenedAt !== null && !done.includes('customer')
  useStepThatIsCounted('customer', asks ? receivedSince({ since: phonesOpenedAt }) : null)
}

function useStepThatIsCounted(step: DemoStep, query: ReturnType<typeof receivedSince> | null) {
  const has = (useQuery(query).rows[0]?.count ?? 0) > 0
  useEffect(() => {
    if (has) markDemoStep(step)
  }, [has, step])
}
