import { plural } from '@lingui/core/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { useEffect } from 'react'
import { useActor } from '../../lib/app/actor-context.tsx'
import { toastNotice } from '../../lib/app/toast.ts'

const shownMs = 8000

/** Admins hear of webhooks that were switched off by themselves: when it happens, and whenever they open the app until somebody looks after them. */
export function useWebhooksNotice(company: { webhooksOff: number } | undefined) {
  const may = hasPermission(useActor(), 'webhooks-page:edit')
  const count = may ? (company?.webhooksOff ?? 0) : 0
  useEffect(() => {
    if (count === 0) return
    toastNotice(
      plural(count, {
        one: 'Um webhook foi desligado porque falhava: veja em Webhooks',
        other: '# webhooks foram desligados porque falhavam: veja em Webhooks',
      }),
      shownMs,
    )
  }, [count])
}
