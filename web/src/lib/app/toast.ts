// One way to tell somebody in passing: two seconds, and the same thing only once at a time.
import type { MouseEvent } from 'react'
import { toast } from 'sonner'
import { codeOf, errorMessage } from '../text/error-message.ts'

/** By what is told: the id of the notice that stands. One on its way out has none: it would take with it what it was told now. */
const standing = new Map<string, string>()
let told = 0

function once(what: string) {
  const id = standing.get(what) ?? `${what} ${++told}`
  standing.set(what, id)
  const leave = () => {
    if (standing.get(what) === id) standing.delete(what)
  }
  return { id, onAutoClose: leave, onDismiss: leave }
}

export function toastDone(text: string) {
  toast(text, once(text))
}

export function toastError(error: unknown) {
  toast.error(errorMessage(error), once(codeOf(error)))
}

/** What is wrong with something that was given, in words of its own; long enough to read a file's name. */
export function toastProblem(text: string, duration = 6000) {
  toast.error(text, { ...once(text), duration })
}

/** Stays until answered, or for `duration` ms where it can be answered elsewhere too. */
export function toastOffer(
  text: string,
  action: { label: string; onClick: () => void },
  duration = Number.POSITIVE_INFINITY,
) {
  const { label, onClick } = action
  const notice = once(text)
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    // Now, and not when the toast goes: sonner then gives the focus back to where it was, away from where `onClick` takes it.
    event.currentTarget.blur()
    notice.onDismiss()
    onClick()
  }
  toast(text, { ...notice, duration, action: { label, onClick: act } })
}

/** What was told has changed since. */
export function dismissToast(text: string) {
  const id = standing.get(text)
  if (id !== undefined) toast.dismiss(id)
}

export function toastNotice(text: string, duration = 2000) {
  toast(text, { ...once(text), duration })
}
