// A stored file, of a message or a contact's picture, as something that elements can show. Invariant: the object URL lives as long as its component does.
import { useEffect, useState } from 'react'
import { isNetworkError } from '../../lib/data/network-error.ts'
import { useObjectUrl } from '../../lib/media/use-object-url.ts'
import { mediaOf } from '../../sync/client.ts'
import { useOnline } from '../server/use-online.ts'

export type MediaFile =
  | { state: 'loading' }
  | { state: 'ready'; url: string; blob: Blob }
  /** Not on this device, and the server can't be asked. */
  | { state: 'offline' }
  /** The server does not have it. */
  | { state: 'gone' }

const loading: MediaFile = { state: 'loading' }

type Found = { blob: Blob } | { failure: 'offline' | 'gone' }

/** null: not wanted yet. What the network kept from coming is asked for again when it is back. */
export function useMediaFile(hash: string | null): MediaFile {
  const [found, setFound] = useState<Found>()
  const offline = !useOnline()
  const failure = found && 'failure' in found ? found.failure : undefined
  const due = failure === 'offline' && offline ? null : hash
  useEffect(() => {
    if (due === null) return
    let left = false
    const tell = (next: Found) => !left && setFound(next)
    mediaOf(due).then(
      (blob) => tell({ blob }),
      (error: unknown) => tell({ failure: isNetworkError(error) ? 'offline' : 'gone' }),
    )
    return () => {
      left = true
    }
  }, [due])
  const blob = found && 'blob' in found ? found.blob : undefined
  const url = useObjectUrl(blob)
  if (failure) return { state: failure }
  return url === undefined || blob === undefined ? loading : { state: 'ready', url, blob }
}
