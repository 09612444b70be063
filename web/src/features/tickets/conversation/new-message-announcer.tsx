import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { plainText } from '../../../lib/message-markup.ts'
import type { MessageRow } from '../queries.ts'

/** Reads out what the customer writes while the conversation is open, not what was there or is loaded above. */
export function NewMessageAnnouncer({ rows }: { rows: readonly MessageRow[] }) {
  const { t } = useLingui()
  const last = rows.at(-1)
  const [openedAt, setOpenedAt] = useState(last?.id)
  if (openedAt === undefined && last) setOpenedAt(last.id)
  const fresh = last && !last.fromMe && last.id !== openedAt
  const text = fresh ? plainText(last.body) : ''
  return (
    <span role="status" className="sr-only">
      {text === '' ? '' : t`Nova mensagem: ${text}`}
    </span>
  )
}
