import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { discardWords } from '../../../components/resource-list/discard-words.ts'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { toastError } from '../../../lib/app/toast.ts'
import { discardEntry, useOutbox } from '../../../sync/client.ts'

interface DiscardButtonProps {
  entryId: string
  /** The entry in words. */
  words: string
}

export function DiscardButton({ entryId, words }: DiscardButtonProps) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const outbox = useOutbox()
  return (
    <>
      <Button size="sm" variant="dangerQuiet" onClick={() => setAsking(true)}>
        <Trans>Descartar</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Descartar?`}
        description={discardWords(t`“${words}” não será enviado.`, entryId, outbox)}
        confirm={t`Descartar`}
        onConfirm={() => void discardEntry(entryId).catch(toastError)}
      />
    </>
  )
}
