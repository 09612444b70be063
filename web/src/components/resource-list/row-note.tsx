import { useLingui } from '@lingui/react/macro'
import { CircleAlert, Clock } from 'lucide-react'
import type { ErrorCode, ErrorDetails } from 'db/kit/errors.ts'
import type { ReactNode } from 'react'
import { codeMessage } from '../../lib/text/error-message.ts'

/** Beside the name of a row whose last change waits in the outbox. */
export function WaitingMark() {
  const { t } = useLingui()
  return <Clock role="img" aria-label={t`Na fila para enviar`} className="size-3.5 shrink-0 text-muted" />
}

interface RefusedNoteProps {
  code: ErrorCode | undefined
  details: ErrorDetails | undefined
  /** What can be done about it here. */
  children?: ReactNode
}

/** Below the name of a row whose last change the server refused. */
export function RefusedNote({ code = 'ERR_INTERNAL', details, children }: RefusedNoteProps) {
  return (
    <div className="mt-1 -ml-0.5 flex gap-1.5 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        {codeMessage(code, details)}
        {children}
      </div>
    </div>
  )
}
