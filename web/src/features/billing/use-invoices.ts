// The company's invoices, newest first.
import { useServerWindow } from '../../desk/server/use-server-window.ts'
import { invoicePage } from './answers.ts'
import { useReloadWhenPaid } from './use-reload-when-paid.ts'

export function useInvoices(search: string) {
  const invoices = useServerWindow(`/invoices/all?${new URLSearchParams({ searchParam: search })}`, invoicePage)
  useReloadWhenPaid(invoices.reload)
  return invoices
}
