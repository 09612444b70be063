import { createContext, use, useMemo, useRef, useState, type ReactNode } from 'react'

export type View = 'open' | 'closed' | 'search'
export type OpenTab = 'mine' | 'pending'

interface ListView {
  view: View
  show(view: View): void
  open: OpenTab
  setOpen(tab: OpenTab): void
  /** To where a ticket that was just taken is. */
  showMine(): void
  /** To those that wait. */
  showPending(): void
  /** What this person does to a ticket takes it out of the list: its place there gets the focus. */
  noteLeft(ticketId: string): void
  /** Whether it was the last; said once. */
  takeLeft(ticketId: string): boolean
}

const ListViewContext = createContext<ListView | null>(null)

/** Which tab the list shows: what is done in a conversation moves the list along. */
export function ListViewProvider({ first = 'mine', children }: { first?: OpenTab | undefined; children: ReactNode }) {
  const [view, show] = useState<View>('open')
  const [open, setOpen] = useState<OpenTab>(first)
  const left = useRef<string | null>(null)
  const value = useMemo(() => {
    const showMine = () => {
      show('open')
      setOpen('mine')
    }
    const showPending = () => {
      show('open')
      setOpen('pending')
    }
    const noteLeft = (ticketId: string) => {
      left.current = ticketId
    }
    const takeLeft = (ticketId: string) => {
      if (left.current !== ticketId) return false
      left.current = null
      return true
    }
    return { view, show, open, setOpen, showMine, showPending, noteLeft, takeLeft }
  }, [view, open])
  return <ListViewContext value={value}>{children}</ListViewContext>
}

export function useListView(): ListView {
  const view = use(ListViewContext)
  if (!view) throw new Error('useListView on the tickets page only')
  return view
}
