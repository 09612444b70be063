import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { toastOffer } from '../../lib/toast.ts'
import { useOutbox } from '../../sync/client.ts'

/** Long enough to be read and taken; the pill and the row go on telling. */
const shownMs = 10_000

/** Offers to decide about an edit that met another while this tab watched. */
export function useConflictOffer(onResolve: (entryId: string) => void) {
  const outbox = useOutbox()
  const waited = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, state, code } of outbox) {
      if (state === 'waiting') waited.current.add(id)
      else if (waited.current.delete(id) && code === 'ERR_CONFLICT') {
        toastOffer(t`Sua alteração encontrou outra`, { label: t`Resolver`, onClick: () => onResolve(id) }, shownMs)
      }
    }
  }, [outbox, onResolve])
}
