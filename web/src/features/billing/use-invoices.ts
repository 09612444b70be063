// The company's invoices, newest first, a page at a time. Invariant: what was read stays on the screen until something newer comes.
import { useRef, useState } from 'react'
import { useServerData, type ServerData } from '../../desk/use-server-data.ts'
import { ask, invoicePage, type Invoice } from './answers.ts'
import { useReloadWhenPaid } from './use-reload-when-paid.ts'

type Page = { invoices: Invoice[]; cursor: string | null }

export interface Invoices extends Omit<ServerData<unknown>, 'data'> {
  /** Null until the first answer. */
  rows: readonly Invoice[] | null
  hasMore: boolean
  /** Reads the next page, if there is one that is not being read. */
  more(): void
}

export function useInvoices(search: string): Invoices {
  const path = `/invoices/all?${new URLSearchParams({ searchParam: search })}`
  const { data, at, error, reload } = useServerData(path, invoicePage)
  const [first, setFirst] = useState<Page | null>(null)
  if (data && data !== first) setFirst(data)
  const rest = useRest(path, first)
  useReloadWhenPaid(reload)
  return {
    rows: first && [...first.invoices, ...rest.invoices],
    hasMore: rest.cursor !== null,
    more: () => void rest.more(),
    at,
    error: error ?? rest.error,
    reload: () => (error === null && rest.error !== null ? void rest.more() : reload()),
  }
}

/** The pages after the first, which begin anew with another first one. */
function useRest(path: string, first: Page | null) {
  const [pages, setPages] = useState<Page & { of: Page | null }>()
  const [error, setError] = useState<unknown>(null)
  const reading = useRef<Page | null>(null)
  const rest = pages?.of === first ? pages : undefined
  const cursor = rest ? rest.cursor : (first?.cursor ?? null)
  const invoices = rest?.invoices ?? []

  async function more() {
    if (cursor === null || reading.current === first) return
    reading.current = first
    try {
      const next = await ask(`${path}&${new URLSearchParams({ cursor })}`, invoicePage)
      setPages({ of: first, invoices: [...invoices, ...next.invoices], cursor: next.cursor })
      setError(null)
    } catch (problem) {
      setError(problem)
    } finally {
      reading.current = null
    }
  }
  return { invoices, cursor, error, more }
}
