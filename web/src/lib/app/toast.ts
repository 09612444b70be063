// One way to tell somebody in passing: two seconds, and the same thing only once at a time.
import type { MouseEvent } from 'react'
import { toast } from 'sonner'
import { codeOf, errorMessage } from '../text/error-message.ts'

export function toastDone(text: string) {
  toast(text, { id: text })
}

export function toastError(error: unknown) {
  toast.error(errorMessage(error), { id: codeOf(error) })
}

/** What is wrong with something that was given, in words of its own; long enough to read a file's name. */
export function toastProblem(text: string, duration = 6000) {
  toast.error(text, { id: text, duration })
}

/** Stays until answered, or for `duration` ms where it can be answered elsewhere too. */
export function toastOffer(
  text: string,
  action: { label: string; onClick: () => void },
  duration = Number.POSITIVE_INFINITY,
) {
  const { label, onClick } = action
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    // Now, and not when the toast goes: sonner then gives the focus back to where it was, away from where `onClick` takes it.
    event.currentTarget.blur()
    onClick()
  }
  toast(text, { id: text, duration, action: { label, onClick: act } })
}

/** What was told has changed since. */
export function dismissToast(text: string) {
  toast.dismiss(text)
}

export function toastNotice(text: string, duration = 2000) {
  toast(text, { id: text, duration })
}
