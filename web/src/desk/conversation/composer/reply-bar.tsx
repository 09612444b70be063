import type { QueryCall } from 'db/kit/define-query.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { useQuery } from '../../../sync/client.ts'
import { QuoteCard } from '../bubble/quoted-block.tsx'

/** What will be answered, above the field. */
export function ReplyBar({ of, onEnd }: { of: QueryCall<MessageRow>; onEnd(): void }) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(of)
  const message = rows[0]
  // It left this device since, with its ticket's queue for example.
  if (ready && !message) return null
  return (
    <div className="flex items-center gap-1 px-2 pt-2 sm:px-4">
      <div className="min-h-12 min-w-0 flex-1">{message && <QuoteCard message={message} className="mx-0 my-0" />}</div>
      <IconButton label={t`Cancelar resposta`} onClick={onEnd}>
        <X />
      </IconButton>
    </div>
  )
}
