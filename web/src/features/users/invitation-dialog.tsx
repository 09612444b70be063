import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../components/ui/dialog.tsx'
import { ShownOnce } from '../../desk/server/shown-once.tsx'
import { showInvitation, useMadeInvitation } from './invitations.ts'

/** The link of somebody who has just been added. */
export function InvitationDialog() {
  const { t } = useLingui()
  const made = useMadeInvitation()
  const name = made?.name
  const title = name === undefined ? t`Convite` : t`Convite de ${name}`
  return (
    <Dialog open={made !== null} onOpenChange={(open) => !open && showInvitation(null)} title={title}>
      {made && (
        <div className="flex flex-col gap-4 overflow-y-auto p-4 pt-0">
          <p className="text-base">
            <Trans>Envie este link à pessoa, por exemplo pelo WhatsApp. Ele vale por 7 dias e uma vez só.</Trans>
          </p>
          <ShownOnce label={t`Link do convite`} secret={made.link} />
        </div>
      )}
    </Dialog>
  )
}
