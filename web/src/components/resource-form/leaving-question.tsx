import { useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Leaving } from './use-leaving.ts'

/** Asked of somebody who leaves a form with changes. */
export function LeavingQuestion({ leaving }: { leaving: Leaving }) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      open={leaving.asking}
      onOpenChange={(open) => !open && leaving.stay()}
      title={t`Descartar as alterações?`}
      description={t`O que você mudou neste formulário ainda não foi salvo.`}
      confirm={t`Descartar`}
      cancel={t`Continuar editando`}
      onConfirm={leaving.close}
    />
  )
}
