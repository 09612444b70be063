import { useRef, type RefObject } from 'react'
import { useStable } from '../use-stable.ts'

/** For a menu whose entries write into a field: the field has the focus after one of them was chosen, else the menu's button gets it back. */
export function useMenuInsert(input: RefObject<HTMLTextAreaElement | null>, insert: (text: string) => void) {
  const wrote = useRef(false)
  return {
    insert: useStable((text: string) => {
      wrote.current = true
      insert(text)
      // The menu's item takes the focus back at the end of its click, and has it until the menu has faded out:
      // the next key would choose it a second time.
      queueMicrotask(() => input.current?.focus({ preventScroll: true }))
    }),
    focusAfter: useStable(() => {
      const field = wrote.current ? input.current : null
      wrote.current = false
      return field
    }),
  }
}
