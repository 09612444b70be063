import { useLingui } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import type { ErrorCode, ErrorDetails } from 'db/kit/errors.ts'
import type { ReactNode } from 'react'
import { codeMessage } from '../../lib/error-message.ts'

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
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-danger">
      <span>{codeMessage(code, details)}</span>
      {children}
    </div>
  )
}
