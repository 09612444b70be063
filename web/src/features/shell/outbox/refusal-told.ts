import { t } from '@lingui/core/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { errorStatus } from 'db/kit/errors.ts'
import { useEffect, useRef } from 'react'
import { otherTicketIn } from '../../../desk/tickets/other-ticket.ts'
import { actionWords, refusalReason, ticketIdOf } from '../../../desk/tickets/refusals.ts'
import { toastOffer, toastProblem } from '../../../lib/app/toast.ts'
import { useDelayed } from '../../../lib/use-delayed.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { useOutbox, type OutboxEntry } from '../../../sync/client.ts'

/** What has come about otherwise leaves by itself within that time. */
const settleMs = 1000
/** Long enough to be read and taken; the conversation and the pill go on telling. */
const shownMs = 10_000

/** Tells of what was done to a ticket and was refused while this tab watched, unless its conversation is open and says so itself. */
export function RefusalTold(): null {
  const router = useRouter()
  const navigate = useNavigate()
  const outbox = useOutbox()
  const settled = useDelayed(outbox, settleMs)
  const waited = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, state } of outbox) if (state === 'waiting') waited.current.add(id)
  }, [outbox])

  const isOpen = (ticketId: string) =>
    router.state.matches.some(({ params }) => 'ticketId' in params && params.ticketId === ticketId)
  const tell = useStable((entry: OutboxEntry) => {
    const [words, ticketId] = [wordsOf(entry), ticketIdOf(entry)]
    if (words === null || (ticketId !== undefined && isOpen(ticketId))) return
    if (ticketId === undefined || errorStatus[entry.code ?? 'ERR_INTERNAL'] === 404) return toastProblem(words)
    const show = () => void navigate({ to: '/tickets/$ticketId', params: { ticketId } })
    toastOffer(words, { label: t`Ver`, onClick: show }, shownMs)
  })
  useEffect(() => {
    for (const entry of settled) if (entry.state === 'refused' && waited.current.delete(entry.id)) tell(entry)
  }, [settled, tell])
  return null
}

/** Null: it is told elsewhere, or with the action that it depended on. */
function wordsOf(entry: OutboxEntry): string | null {
  const action = actionWords(entry)
  if (action === null || entry.because !== undefined || otherTicketIn(entry)) return null
  return `${t`Não foi feito: ${action}`}. ${refusalReason(entry)}`
}
