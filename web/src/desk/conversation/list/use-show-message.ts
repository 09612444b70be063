// Leads the reader to a message, through the pages that are not loaded yet.
import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef } from 'react'
import { toastError, toastNotice } from '../../../lib/app/toast.ts'
import { useStable } from '../../../lib/use-stable.ts'
import type { Messages } from './use-messages.ts'

const flashMs = 1600

export interface ShowMessage {
  showMessage(id: string): void
  /** The list that can bring a message on the screen; null when it goes. */
  setList(list: ((index: number) => void) | null): void
}

export function useShowMessage({ rows, loadBackTo }: Pick<Messages, 'rows' | 'loadBackTo'>): ShowMessage {
  const { t } = useLingui()
  /** Comes with a page that is being read. */
  const wanted = useRef<string>(undefined)
  const list = useRef<((index: number) => void) | null>(null)
  const show = (id: string): boolean => {
    const index = rows.findIndex((row) => row.id === id)
    if (index === -1 || !list.current) return false
    list.current(index)
    requestAnimationFrame(() => flash(id))
    return true
  }
  useLayoutEffect(() => {
    if (wanted.current !== undefined && show(wanted.current)) wanted.current = undefined
  })
  const showMessage = useStable((id: string) => {
    if (show(id)) return
    wanted.current = id
    const missing = () => {
      wanted.current = undefined
      toastNotice(t`Esta mensagem é de outro atendimento.`)
    }
    loadBackTo(id)
      .then((found) => found || missing())
      .catch(toastError)
  })
  const setList = useStable((next: ((index: number) => void) | null) => {
    list.current = next
  })
  return { showMessage, setList }
}

function flash(id: string) {
  const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
  const color = getComputedStyle(document.documentElement).getPropertyValue('--accent')
  message?.animate(
    [
      { boxShadow: `0 0 0 3px ${color}`, offset: 0 },
      { boxShadow: `0 0 0 3px ${color}`, offset: 0.6 },
      { boxShadow: '0 0 0 3px transparent', offset: 1 },
    ],
    flashMs,
  )
}
