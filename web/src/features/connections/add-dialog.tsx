import { Trans, useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { toastDone, toastError } from '../../lib/toast.ts'
import { mutate } from '../../sync/client.ts'

const [minLength, maxLength] = [2, 50]

interface AddDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  takenNames: readonly string[]
}

export function AddDialog({ open, onOpenChange, takenNames }: AddDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Adicionar conexão`}
      description={t`Cada conexão é um número de WhatsApp da empresa.`}
    >
      <Form takenNames={takenNames} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ takenNames, onClose }: { takenNames: readonly string[]; onClose: () => void }) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [checked, setChecked] = useState(false)
  const error = useNameError(name.trim(), takenNames)

  const submit = async () => {
    setChecked(true)
    if (error !== null) return
    onClose()
    try {
      await mutate('connection.create', { id: newId(), name: name.trim() })
      toastDone(t`Operação realizada com sucesso!`)
    } catch (failure) {
      toastError(failure)
    }
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }
  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <DialogBody>
        <Field
          label={t`Nome`}
          help={t`Por exemplo: Principal, Loja do centro.`}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => setChecked(name !== '')}
          error={checked ? error : null}
          autoFocus
          autoComplete="off"
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button type="submit" variant="primary">
          <Trans>Adicionar</Trans>
        </Button>
      </DialogFooter>
    </form>
  )
}

function useNameError(name: string, takenNames: readonly string[]): string | null {
  const { t } = useLingui()
  if (name === '') return t`Obrigatório`
  if (name.length < minLength) return t`Muito curto!`
  if (name.length > maxLength) return t`Muito longo!`
  return takenNames.includes(name) ? t`Este nome já está em uso.` : null
}
