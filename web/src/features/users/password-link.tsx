import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { Button } from '../../components/ui/button.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { ShownOnce } from '../../desk/server/shown-once.tsx'

const answer = v.object({ path: v.string() })

/** For who forgot their password: they choose another, and nobody has to invent one for them. */
export function PasswordLink({ userId }: { userId: string }) {
  const { t } = useLingui()
  const [link, setLink] = useState<string | null>(null)
  const { disabled, send } = useServerCall()
  const make = async () => {
    const made = await send('POST', `/users/${userId}/password-link`)
    if (made) setLink(location.origin + v.parse(answer, made.answer).path)
  }
  return (
    <section aria-label={t`Esqueceu a senha?`} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-base font-semibold">
        <Trans>Esqueceu a senha?</Trans>
      </h3>
      <p className="text-sm text-muted">
        <Trans>
          A pessoa abre o link e escolhe uma nova senha. Ele vale por 30 minutos e uma vez só. Fica na auditoria.
        </Trans>
      </p>
      {link !== null && <ShownOnce label={t`Link para nova senha`} secret={link} />}
      <Button className="self-start" disabled={disabled} onClick={() => void make()}>
        <Trans>Gerar link para nova senha</Trans>
      </Button>
    </section>
  )
}
