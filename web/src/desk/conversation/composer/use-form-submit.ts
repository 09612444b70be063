import { useRef, type RefObject, type SubmitEvent } from 'react'

/** Of the form around a field: whoever presses its button writes on, so that a phone keeps its keyboard. */
export function useFormSubmit(input: RefObject<HTMLTextAreaElement | null>, submit: () => void) {
  const wrote = useRef(false)
  return {
    onPointerDownCapture() {
      wrote.current = document.activeElement === input.current
    },
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      // In the same turn: later no phone shows a keyboard for it. The button goes once it has sent, and takes the focus of a key along.
      const stays = wrote.current || event.currentTarget.contains(document.activeElement)
      submit()
      if (stays) input.current?.focus({ preventScroll: true })
    },
  }
}
