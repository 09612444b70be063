import { useLingui } from '@lingui/react/macro'
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import type { Delivery } from './delivery.ts'

/** One width for all of them, so that nothing moves when a tick comes. */
const size = 'size-4 shrink-0'

export function Ticks({ delivery }: { delivery: Delivery }) {
  const { t } = useLingui()
  switch (delivery) {
    case 'queued':
      return <Clock role="img" aria-label={t`Aguardando conexão`} className={size} />
    case 'sending':
      return <Clock role="img" aria-label={t`Enviando`} className={size} />
    case 'sent':
      return <Check role="img" aria-label={t`Enviada`} className={size} />
    case 'received':
      return <CheckCheck role="img" aria-label={t`Entregue`} className={size} />
    case 'read':
      return <CheckCheck role="img" aria-label={t`Lida`} className={`${size} text-read`} />
    case 'failed':
    case 'refused':
      return <CircleAlert role="img" aria-label={t`Não enviada`} className={`${size} text-danger`} />
  }
}
