import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { PhoneCall, PhoneMissed, PhoneOff, VideoOff } from 'lucide-react'
import { cn } from '../../../lib/class-names.ts'

/** A call that nobody took here: missed, refused by the company's setting or on the phone, or taken on it. */
export function CallLine({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const { isVideo = false, isGroup = false, wasRejected = false, wasAnswered = false } = message.details?.call ?? {}
  const answered = { voice: t`Chamada de voz atendida no celular`, video: t`Chamada de vídeo atendida no celular` }
  const rejected = { voice: t`Chamada de voz recusada`, video: t`Chamada de vídeo recusada` }
  const missed = { voice: t`Chamada de voz perdida`, video: t`Chamada de vídeo perdida` }
  const words = (wasAnswered ? answered : wasRejected ? rejected : missed)[isVideo ? 'video' : 'voice']
  const RejectedIcon = isVideo ? VideoOff : PhoneOff
  const Icon = wasAnswered ? PhoneCall : wasRejected ? RejectedIcon : PhoneMissed
  const tone = wasAnswered ? 'bg-hover text-muted' : 'bg-danger-soft text-danger'
  return (
    <span className="inline-flex items-center gap-2.5 py-0.5 pr-2">
      <span className={cn('flex size-9 shrink-0 items-center justify-center rounded-full', tone)}>
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
