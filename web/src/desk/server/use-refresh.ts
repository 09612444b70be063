import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toastDone, toastError } from '../../lib/app/toast.ts'
import { catchUp } from '../../sync/client.ts'

/** Asks for what is new at once, and says whether the server was there. */
export function useRefresh(): { refresh: () => void; busy: boolean } {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    try {
      await catchUp()
      toastDone(t`Tudo atualizado.`)
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }
  return { refresh: () => void refresh(), busy }
}
