import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePreviewText } from '../../preview.tsx'

/** Reads out what the customer writes or sends while the conversation is open, not what was there or is loaded above. */
export function NewMessageAnnouncer({ rows }: { rows: readonly MessageRow[] }) {
  const { t } = useLingui()
  const previewText = usePreviewText()
  const last = rows.at(-1)
  const [openedAt, setOpenedAt] = useState(last?.id)
  if (openedAt === undefined && last) setOpenedAt(last.id)
  const fresh = last && !last.fromMe && last.id !== openedAt
  const text = fresh ? previewText(last) : ''
  return (
    <span role="status" className="sr-only">
      {text === '' ? '' : t`Nova mensagem: ${text}`}
    </span>
  )
}
