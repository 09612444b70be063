import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { registerServiceWorker } from '../../desk/service-worker.ts'
import { toastOffer } from '../../lib/app/toast.ts'

/** A new version is offered, never forced: it may not interrupt a conversation. */
export function useUpdateOffer() {
  useEffect(() => {
    registerServiceWorker((apply) => {
      toastOffer(t`Há uma nova versão do Balcão.`, { label: t`Atualizar`, onClick: apply })
    })
  }, [])
}
