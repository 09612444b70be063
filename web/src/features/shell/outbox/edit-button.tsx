import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../../components/ui/button.tsx'
import { returnFile } from '../../../desk/files/chosen-files.ts'
import { returnToDraft, writeReplyDraft } from '../../../lib/data/drafts.ts'
import { toastError } from '../../../lib/app/toast.ts'
import { discardEntry, mediaOf, type OutboxEntry } from '../../../sync/client.ts'
import { editOf } from './entry-editors.ts'

interface EditButtonProps {
  entry: OutboxEntry
  onLeave(): void
}

/** To where a refused entry can be changed, if it can. What was written is there before its entry goes. */
export function EditButton({ entry, onLeave }: EditButtonProps) {
  const navigate = useNavigate()
  const edit = editOf(entry)
  if (!edit) return null
  const open = async () => {
    onLeave()
    if (edit.kind === 'form') return navigate(edit.link)
    const { ticketId, text, file, replyTo } = edit
    // Read before anything is given up: it may be nowhere else.
    const blob = file && (await mediaOf(file.hash))
    if (text !== '') returnToDraft(ticketId, text)
    if (replyTo !== undefined) writeReplyDraft(ticketId, replyTo)
    if (file && blob) returnFile(ticketId, { id: entry.id, blob, media: file })
    await discardEntry(entry.id)
    return navigate({ to: '/tickets/$ticketId', params: { ticketId } })
  }
  return (
    <Button size="sm" onClick={() => void open().catch(toastError)}>
      <Trans>Editar</Trans>
    </Button>
  )
}
