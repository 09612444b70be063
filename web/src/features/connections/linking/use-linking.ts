// What a phone needs to be linked: QR and pairing code, streamed while the dialog is open and never stored on the device.
import { useShape } from '@electric-sql/react'
import { useEffect, useState } from 'react'
import { authorizedFetch } from '../../../sync/session-client.ts'

interface LinkingRow {
  id: string
  status: string
  qrcode: string | null
  qr_count: string | null
  pairing_code: string | null
  pairing_number: string | null
  [column: string]: string | null
}

export interface Linking {
  /** Null while there is none to scan. */
  qrcode: string | null
  /** QRs shown since the linking began. */
  qrCount: number
  /** Null while there is none to type. */
  pairingCode: string | null
  /** Whose phone is to type it. */
  pairingNumber: string | null
  failed: boolean
}

export function useLinking(connectionId: string): Linking {
  const [controller] = useState(() => new AbortController())
  useEffect(() => () => controller.abort(), [controller])
  const { data, isError } = useShape<LinkingRow>({
    url: `${location.origin}/api/shapes/connection_qr`,
    fetchClient,
    signal: controller.signal,
    warnOnHttp: false,
  })
  const row = data.find(({ id }) => id === connectionId)
  const shown = row?.status === 'qrcode' ? row : undefined
  return {
    qrcode: shown?.qrcode ?? null,
    pairingCode: shown?.pairing_code ?? null,
    pairingNumber: row?.pairing_number ?? null,
    qrCount: Number(row?.qr_count ?? 0),
    failed: isError,
  }
}

function fetchClient(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  return authorizedFetch(url.pathname + url.search, init)
}
