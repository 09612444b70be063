import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { removeLastPage } from '../../lib/app/last-page.ts'

interface InPlaceOfLastPageProps {
  /** The address of a link that was clicked while it was a picture. */
  onClicked(address: string): void
  children: ReactNode
}

/** The screen, and the picture of it goes in the same frame. */
export function InPlaceOfLastPage({ onClicked, children }: InPlaceOfLastPageProps) {
  const clicked = useRef<string>(null)
  useLayoutEffect(() => {
    clicked.current = removeLastPage()
  }, [])
  useEffect(() => {
    // The router, below, follows addresses from here on.
    if (clicked.current !== null) onClicked(clicked.current)
    clicked.current = null
  }, [onClicked])
  return children
}
