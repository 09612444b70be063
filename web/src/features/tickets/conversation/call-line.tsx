import { useLingui } from '@lingui/react/macro'
import { PhoneMissed, PhoneOff, VideoOff } from 'lucide-react'
import type { MessageRow } from '../queries.ts'

/** A call that nobody took here: missed, or refused by the connection's setting. */
export function CallLine({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const { isVideo = false, isGroup = false, wasRejected = false } = message.details?.call ?? {}
  const Icon = wasRejected ? (isVideo ? VideoOff : PhoneOff) : PhoneMissed
  const words = wasRejected
    ? isVideo
      ? t`Chamada de vídeo recusada`
      : t`Chamada de voz recusada`
    : isVideo
      ? t`Chamada de vídeo perdida`
      : t`Chamada de voz perdida`
  return (
    <span className="inline-flex items-center gap-2.5 py-0.5 pr-2">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-danger-soft text-danger">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <span>
        <span className="block font-medium">{words}</span>
        {isGroup && <span className="block text-xs text-quote">{t`Chamada em grupo`}</span>}
        {message.body !== '' && <span className="block text-sm text-quote">{message.body}</span>}
      </span>
    </span>
  )
}
