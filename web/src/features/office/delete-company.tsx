import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import type { CompanyRow } from './answers.ts'
import { useServerCall } from '../../desk/server/server-call.ts'

interface DeleteCompanyProps {
  company: CompanyRow
  onClose(): void
  onDeleted(): void
}

/** Everything goes: whoever does it types the name. */
export function DeleteCompany({ company: { id, name }, onClose, onDeleted }: DeleteCompanyProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const { disabled, send } = useServerCall()
  const remove = async () => {
    if (await send('DELETE', `/companies/${id}`)) onDeleted()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Excluir ${name}`}
      description={
        <Trans>
          Os celulares são desligados do WhatsApp e tudo é apagado: conversas, contatos, arquivos e pessoas. Os
          pagamentos ficam registrados. Deseja realmente excluir este registro?
        </Trans>
      }
    >
      <DialogBody>
        <Field
          label={t`Digite o nome da empresa para excluir`}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button variant="danger" disabled={disabled || typed !== name} onClick={() => void remove()}>
          <Trans>Excluir</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
