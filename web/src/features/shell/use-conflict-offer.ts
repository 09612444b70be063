import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { dismissToast, toastOffer } from '../../lib/toast.ts'
import { useOutbox } from '../../sync/client.ts'
import type { Resolving } from './use-resolving.ts'

/** Long enough to be read and taken; the pill and the row go on telling. */
const shownMs = 10_000

/** Offers to decide about an edit that met another while this tab watched. */
export function useConflictOffer({ entryId, open }: Resolving) {
  const outbox = useOutbox()
  const waited = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, state, code } of outbox) {
      if (state === 'waiting') waited.current.add(id)
      else if (waited.current.delete(id) && code === 'ERR_CONFLICT') {
        toastOffer(words(), { label: t`Resolver`, onClick: () => open(id) }, shownMs)
      }
    }
  }, [outbox, open])

  const settled = entryId !== undefined || !outbox.some(({ code }) => code === 'ERR_CONFLICT')
  useEffect(() => {
    if (settled) dismissToast(words())
  }, [settled])
}

const words = () => t`Sua alteração encontrou outra`
