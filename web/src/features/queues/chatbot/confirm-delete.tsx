import type { OptionRow } from 'db/queues/queries.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { toastError } from '../../../lib/app/toast.ts'
import { idsBelow } from './option-tree.ts'

interface ConfirmDeleteProps {
  /** The option that somebody wants to delete. */
  id: string | null
  options: readonly OptionRow[]
  onClose(): void
  onDelete(id: string): Promise<void>
}

/** Says how many go with it. */
export function ConfirmDelete({ id, options, onClose, onDelete }: ConfirmDeleteProps) {
  const { t } = useLingui()
  const asked = options.find((option) => option.id === id)
  // What is answered stays while it leaves the screen.
  const [shown, setShown] = useState<{ title: string; below: number }>()
  const below = asked ? idsBelow(options, asked.id).length : (shown?.below ?? 0)
  if (asked && (asked.title !== shown?.title || below !== shown.below)) setShown({ title: asked.title, below })
  const title = shown?.title ?? ''
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t`Excluir a opção ${title}?`}
      description={
        below === 0
          ? t`Os clientes deixam de vê-la no menu.`
          : plural(below, {
              one: 'A opção que está dentro dela também será excluída.',
              other: 'As # opções que estão dentro dela também serão excluídas.',
            })
      }
      confirm={t`Excluir`}
      onConfirm={() => id !== null && void onDelete(id).catch(toastError)}
    />
  )
}
