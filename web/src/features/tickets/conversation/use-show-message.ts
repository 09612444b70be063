// Leads the reader to a message, through the pages that are not loaded yet.
import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef } from 'react'
import { toastError, toastNotice } from '../../../lib/toast.ts'
import { useStable } from '../../../lib/use-stable.ts'
import type { Messages } from './use-messages.ts'

const flashMs = 1600

export function useShowMessage({ rows, loadBackTo }: Pick<Messages, 'rows' | 'loadBackTo'>): (id: string) => void {
  const { t } = useLingui()
  /** Comes with a page that is being read. */
  const wanted = useRef<string>(undefined)
  useLayoutEffect(() => {
    const due = rows.find(({ id }) => id === wanted.current)
    if (due && show(due.id)) wanted.current = undefined
  }, [rows])
  return useStable((id: string) => {
    if (show(id)) return
    wanted.current = id
    loadBackTo(id)
      .then((found) => !found && toastNotice(t`Esta mensagem é de outro atendimento.`))
      .catch(toastError)
  })
}

function show(id: string): boolean {
  const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
  if (!message) return false
  message.scrollIntoView({ block: 'center' })
  message.querySelector<HTMLElement>('[data-message-menu]')?.focus({ preventScroll: true })
  const color = getComputedStyle(document.documentElement).getPropertyValue('--accent')
  message.animate(
    [
      { boxShadow: `0 0 0 3px ${color}`, offset: 0 },
      { boxShadow: `0 0 0 3px ${color}`, offset: 0.6 },
      { boxShadow: '0 0 0 3px transparent', offset: 1 },
    ],
    flashMs,
  )
  return true
}
