// A campaign that stopped goes on with those who are left: over its own connection, or another one where that is gone or banned.
import { connectionChoices } from 'db/connections/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { ConnectionField } from '../../desk/number/connection-field.tsx'
import { ServerHealthLight } from '../../desk/number/health-light.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { useQuery } from '../../sync/client.ts'
import type { CampaignRow } from './campaign-row.ts'
import { stopWords } from './words.ts'

interface ContinueDialogProps {
  campaign: CampaignRow
  onClosed(): void
}

export function ContinueDialog({ campaign, onClosed }: ContinueDialogProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(true)
  const { id, name, stopReason } = campaign
  const isUsable = campaign.connectionName !== null && campaign.connectionReason !== 'banned'
  const [connectionId, setConnectionId] = useState(isUsable ? campaign.connectionId : null)
  const others = useQuery(connectionChoices()).rows.filter((choice) => choice.id !== campaign.connectionId)
  const { disabled, send } = useServerCall()
  const go = async () => {
    if (connectionId !== null && (await send('POST', `/campaigns/${id}/restart`, { connectionId }))) setOpen(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={t`Continuar a campanha ${name}?`}
      description={[stopReason && stopWords(stopReason), t`Continua com quem ainda não recebeu.`]
        .filter(Boolean)
        .join(' ')}
    >
      <DialogBody className="flex flex-col gap-4">
        <ConnectionField
          value={connectionId}
          help={t`De que número a campanha sai.`}
          error={isUsable || others.length > 0 ? null : t`Adicione outra conexão para continuar.`}
          {...(!isUsable && campaign.connectionId !== null && { except: campaign.connectionId })}
          onChange={setConnectionId}
        />
        {connectionId !== null && <ServerHealthLight connectionId={connectionId} />}
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => setOpen(false)}>
          <Trans>Agora não</Trans>
        </Button>
        <Button variant="primary" disabled={disabled || connectionId === null} onClick={() => void go()}>
          <Trans>Continuar</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
