import { Trans, useLingui } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import { Markup } from '../../../components/markup.tsx'
import { cn } from '../../../lib/class-names.ts'
import type { Said } from './trial.ts'

export function TrialBubble({ said: { from, text, hasFile } }: { said: Said }) {
  const { t } = useLingui()
  const own = from === 'customer'
  return (
    <article
      aria-label={own ? t`Cliente` : t`Chatbot`}
      className={cn(
        'w-fit max-w-[85%] rounded-lg px-3 py-1.5 text-base break-words whitespace-pre-wrap shadow-bubble',
        own ? 'self-end bg-own' : 'self-start bg-raised',
      )}
    >
      {hasFile && (
        <span className="flex items-center gap-1.5 text-sm text-muted">
          <Paperclip aria-hidden className="size-3.5" />
          <Trans>Arquivo</Trans>
        </span>
      )}
      <Markup text={text} />
    </article>
  )
}
