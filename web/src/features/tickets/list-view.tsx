import { createContext, use, useMemo, useState, type ReactNode } from 'react'

export type View = 'open' | 'closed' | 'search'
export type OpenTab = 'mine' | 'pending'

interface ListView {
  view: View
  show(view: View): void
  open: OpenTab
  setOpen(tab: OpenTab): void
  /** To where a ticket that was just taken is. */
  showMine(): void
}

const ListViewContext = createContext<ListView | null>(null)

/** Which tab the list shows: what is done in a conversation moves the list along. */
export function ListViewProvider({ children }: { children: ReactNode }) {
  const [view, show] = useState<View>('open')
  const [open, setOpen] = useState<OpenTab>('mine')
  const value = useMemo(() => {
    const showMine = () => {
      show('open')
      setOpen('mine')
    }
    return { view, show, open, setOpen, showMine }
  }, [view, open])
  return <ListViewContext value={value}>{children}</ListViewContext>
}

export function useListView(): ListView {
  const view = use(ListViewContext)
  if (!view) throw new Error('useListView on the tickets page only')
  return view
}
