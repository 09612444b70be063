// A note that mentions whoever looks is read when it stands on the screen, and not when its ticket is merely open.
import { useEffect, useRef } from 'react'
import { toastError } from '../../../../lib/app/toast.ts'
import { closeNotifications } from '../../../../notifications/shown-conversation.ts'
import { mutate } from '../../../../sync/client.ts'
import { usePageVisible } from '../../../../desk/conversation/presence/use-page-visible.ts'

/** For the note's element. */
export function useSeen(noteId: string, isUnseen: boolean) {
  const element = useRef<HTMLLIElement>(null)
  const due = usePageVisible() && isUnseen
  useEffect(() => {
    if (!due || !element.current) return
    const observer = new IntersectionObserver((changes) => {
      // A busy page tells several at once: out of sight while the drawer came in, then in sight.
      if (!changes.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      mutate('ticketNote.see', { id: noteId }).catch(toastError)
      void closeNotifications(noteId)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [due, noteId])
  return element
}
