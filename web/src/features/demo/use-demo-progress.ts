// Each step of the demo's guide is done when it has happened, not when somebody says so.
import { receivedSince } from 'db/messages/queries.ts'
import { useEffect, useRef } from 'react'
import { markDemoStep, type DemoGuide } from '../../lib/data/demo-guide.ts'
import { useOnline } from '../../desk/server/use-online.ts'
import { useOutbox, useQuery } from '../../sync/client.ts'

/** `phonesOpenedAt`: ISO 8601; null: they were not opened from here. */
export function useDemoProgress({ done }: DemoGuide, phonesOpenedAt: string | null) {
  const online = useOnline()
  const unsent = useOutbox((entries) =>
    entries.filter(({ name, state }) => name === 'message.send' && state === 'waiting'),
  )
  const waited = useRef(0)

  useEffect(() => {
    if (!online) markDemoStep('pull')
    if (!online && unsent.length > 0) markDemoStep('write')
  }, [online, unsent.length])

  useEffect(() => {
    // What leaves the outbox was taken.
    if (unsent.length < waited.current) markDemoStep('answer')
    waited.current = unsent.length
  }, [unsent.length])

  useEffect(() => {
    if (online && unsent.length === 0 && done.includes('write')) markDemoStep('plug')
  }, [unsent.length, online, done])

  const asks = phonesOpenedAt !== null && !done.includes('customer')
  const wrote = (useQuery(asks ? receivedSince({ since: phonesOpenedAt }) : null).rows[0]?.count ?? 0) > 0
  useEffect(() => {
    if (wrote) markDemoStep('customer')
  }, [wrote])
}
