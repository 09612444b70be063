import { createContext, use, useMemo, useState, type ReactNode } from 'react'

export type OpenTab = 'mine' | 'pending'

interface ListView {
  closed: boolean
  setClosed(closed: boolean): void
  open: OpenTab
  setOpen(tab: OpenTab): void
  /** To where a ticket that was just taken is. */
  showMine(): void
}

const ListViewContext = createContext<ListView | null>(null)

/** Which tab the list shows: what is done in a conversation moves the list along. */
export function ListViewProvider({ children }: { children: ReactNode }) {
  const [closed, setClosed] = useState(false)
  const [open, setOpen] = useState<OpenTab>('mine')
  const view = useMemo(() => {
    const showMine = () => {
      setClosed(false)
      setOpen('mine')
    }
    return { closed, setClosed, open, setOpen, showMine }
  }, [closed, open])
  return <ListViewContext value={view}>{children}</ListViewContext>
}

export function useListView(): ListView {
  const view = use(ListViewContext)
  if (!view) throw new Error('useListView on the tickets page only')
  return view
}
