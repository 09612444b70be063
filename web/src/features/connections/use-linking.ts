// The QR being shown, streamed while the dialog is open and never stored on the device.
import { useShape } from '@electric-sql/react'
import { useEffect, useState } from 'react'
import { authorizedFetch } from '../../sync/client.ts'

interface QrRow {
  id: string
  status: string
  qrcode: string | null
  [column: string]: string | null
}

/** null while there is none to scan. */
export function useConnectionQr(connectionId: string): { qrcode: string | null; failed: boolean } {
  const [controller] = useState(() => new AbortController())
  useEffect(() => () => controller.abort(), [controller])
  const { data, isError } = useShape<QrRow>({
    url: `${location.origin}/api/shapes/connection_qr`,
    fetchClient,
    signal: controller.signal,
    warnOnHttp: false,
  })
  const row = data.find(({ id }) => id === connectionId)
  return { qrcode: row?.status === 'qrcode' ? row.qrcode : null, failed: isError }
}

function fetchClient(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  return authorizedFetch(url.pathname + url.search, init)
}
