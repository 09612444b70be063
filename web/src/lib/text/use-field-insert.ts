import { useLayoutEffect, useRef, type RefObject } from 'react'
import { insertText } from './insert-text.ts'
import { useStable } from '../use-stable.ts'

/** Puts text where the caret of a controlled field is, and the caret behind it. */
export function useFieldInsert(input: RefObject<HTMLTextAreaElement | null>, change: (text: string) => void) {
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  return useStable((inserted: string, place?: { start: number; end: number }) => {
    const field = input.current
    if (!field) return
    const selection = place ?? { start: field.selectionStart, end: field.selectionEnd }
    const next = insertText(field.value, inserted, selection)
    caret.current = next.caret
    change(next.text)
    field.focus({ preventScroll: true })
  })
}
