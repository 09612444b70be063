import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { isRefusalToldHere, otherTicketIn } from '../../../desk/tickets/other-ticket.ts'
import { dismissToast, toastOffer } from '../../../lib/app/toast.ts'
import { useOutbox, type OutboxEntry } from '../../../sync/client.ts'
import type { Resolving } from './use-resolving.ts'

/** Long enough to be read and taken; the pill and the row go on telling. */
const shownMs = 10_000

/** Offers to decide about an edit that met another, or a ticket that met one, while this tab watched. */
export function ConflictOffer({ entryId, open }: Resolving): null {
  const outbox = useOutbox()
  const waited = useRef(new Set<string>())
  useEffect(() => {
    for (const entry of outbox) {
      const { id, state } = entry
      if (state === 'waiting') waited.current.add(id)
      else if (waited.current.delete(id)) {
        const words = wordsOf(entry)
        if (words !== null) toastOffer(words, { label: t`Resolver`, onClick: () => open(id) }, shownMs)
      }
    }
  }, [outbox, open])

  const deciding = entryId !== undefined
  const settled = all()
    .filter((words) => deciding || !outbox.some((entry) => wordsOf(entry) === words))
    .join('\n')
  useEffect(() => {
    for (const words of settled.split('\n')) dismissToast(words)
  }, [settled])
  return null
}

const edit = () => t`Sua alteração encontrou outra`
const ticket = () => t`Este contato já está em atendimento`
const all = () => [edit(), ticket()]

/** Null: there is nothing to decide, or it is being told elsewhere. */
function wordsOf(entry: OutboxEntry): string | null {
  if (entry.code === 'ERR_CONFLICT') return edit()
  return otherTicketIn(entry) && !isRefusalToldHere(entry.args['id']) ? ticket() : null
}
