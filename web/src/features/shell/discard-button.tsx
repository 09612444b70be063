import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { toastError } from '../../lib/toast.ts'
import { discardEntry } from '../../sync/client.ts'

interface DiscardButtonProps {
  entryId: string
  /** The entry in words. */
  words: string
  /** How many entries wait for it. */
  dependents: number
}

export function DiscardButton({ entryId, words, dependents }: DiscardButtonProps) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const others = plural(dependents, {
    one: '# ação espera por esta e será tentada sem ela.',
    other: '# ações esperam por esta e serão tentadas sem ela.',
  })
  return (
    <>
      <Button size="sm" variant="dangerQuiet" onClick={() => setAsking(true)}>
        <Trans>Descartar</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Descartar?`}
        description={[t`“${words}” não será enviado.`, dependents > 0 && others].filter(Boolean).join(' ')}
        confirm={t`Descartar`}
        onConfirm={() => void discardEntry(entryId).catch(toastError)}
      />
    </>
  )
}
