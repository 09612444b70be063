// Each step of the demo's guide is done when it has happened, not when somebody says so.
import { receivedSince } from 'db/messages/queries.ts'
import { useEffect, useRef } from 'react'
import { markDemoStep, type DemoGuide } from '../../lib/data/demo-guide.ts'
import { useOutbox, useQuery, useSyncStatus } from '../../sync/client.ts'

/** `phonesOpenedAt`: ISO 8601; null: they were not opened from here. */
export function useDemoProgress({ done }: DemoGuide, phonesOpenedAt: string | null) {
  const { network, phase } = useSyncStatus()
  const isCut = network === 'offline' || phase === 'reconnecting'
  const unsent = useOutbox().filter(({ name, state }) => name === 'message.send' && state === 'waiting')
  const waited = useRef(0)

  useEffect(() => {
    if (isCut) markDemoStep('pull')
    if (isCut && unsent.length > 0) markDemoStep('write')
  }, [isCut, unsent.length])

  useEffect(() => {
    // What leaves the outbox was taken.
    if (unsent.length < waited.current) markDemoStep('answer')
    waited.current = unsent.length
  }, [unsent.length])

  useEffect(() => {
    if (!isCut && unsent.length === 0 && done.includes('write')) markDemoStep('plug')
  }, [unsent.length, isCut, done])

  const asks = phonesOpenedAt !== null && !done.includes('customer')
  const wrote = (useQuery(asks ? receivedSince({ since: phonesOpenedAt }) : null).rows[0]?.count ?? 0) > 0
  useEffect(() => {
    if (wrote) markDemoStep('customer')
  }, [wrote])
}
