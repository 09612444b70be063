import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'

/** For who lost phone and recovery codes. */
export function ResetSecondFactor({ userId, name }: { userId: string; name: string }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const { disabled, send } = useServerCall()
  return (
    <section aria-label={t`Verificação em duas etapas`} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-base font-semibold">
        <Trans>Verificação em duas etapas</Trans>
      </h3>
      <p className="text-sm text-muted">
        <Trans>
          Se a pessoa perdeu o celular e os códigos de recuperação, remova o que ela tem. Fica na auditoria.
        </Trans>
      </p>
      <Button className="self-start" disabled={disabled} onClick={() => setAsking(true)}>
        <Trans>Remover verificação</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Remover a verificação de ${name}?`}
        description={t`Os acessos da pessoa terminam. Ela entra só com a senha, ou cria outra verificação se a empresa a exige.`}
        confirm={t`Remover`}
        onConfirm={() => void send('DELETE', `/users/${userId}/second-factor`)}
      />
    </section>
  )
}
