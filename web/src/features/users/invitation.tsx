import { Trans, useLingui } from '@lingui/react/macro'
import type { UserRow } from 'db/users/queries.ts'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { toastFailure, useServerCall } from '../../desk/server/server-call.ts'
import { ShownOnce } from '../../desk/server/shown-once.tsx'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { invite, useSendsMail } from './invitations.ts'

/** Of who has no password yet. */
export function Invitation({ user: { id, invitedUntil } }: { user: Pick<UserRow, 'id' | 'invitedUntil'> }) {
  const { t } = useLingui()
  const [link, setLink] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { disabled, send } = useServerCall()
  const mails = useSendsMail()
  const now = useNow()
  const make = async (by: 'mail' | 'link') => {
    setBusy(true)
    try {
      setLink(await invite(id, by))
    } catch (error) {
      toastFailure(error)
    }
    setBusy(false)
  }
  const revoke = async () => {
    if (await send('DELETE', `/users/${id}/invitation`)) setLink(null)
  }
  return (
    <section aria-label={t`Convite`} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-base font-semibold">
        <Trans>Convite</Trans>
      </h3>
      <p className="text-sm text-muted">
        {invitationWords(invitedUntil, now)}{' '}
        <Trans>A pessoa abre o link e escolhe o seu nome e a sua senha. Ele vale por 7 dias e uma vez só.</Trans>
      </p>
      {link !== null && <ShownOnce label={t`Link do convite`} secret={link} />}
      <div className="flex flex-wrap gap-2">
        {mails && (
          <Button disabled={disabled || busy} onClick={() => void make('mail')}>
            <Trans>Enviar convite por e-mail</Trans>
          </Button>
        )}
        <Button disabled={disabled || busy} onClick={() => void make('link')}>
          <Trans>Gerar link do convite</Trans>
        </Button>
        {invitedUntil !== null && (
          <Button variant="dangerQuiet" disabled={disabled || busy} onClick={() => void revoke()}>
            <Trans>Revogar convite</Trans>
          </Button>
        )}
      </div>
    </section>
  )

  function invitationWords(until: Date | null, at: Date): string {
    if (until === null) return t`Ainda sem senha.`
    const end = formatDateTime(until)
    return until > at ? t`Convidado até ${end}.` : t`O convite venceu em ${end}.`
  }
}
