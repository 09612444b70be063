import { userById } from 'db/users/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { BellRing } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { isAppleTouch, useInstalled } from '../../lib/app/install.ts'
import { useQuery } from '../../sync/client.ts'
import { Card } from './card.tsx'
import { useDevice, type DeviceState } from './use-device.ts'

export function DeviceCard({ userId }: { userId: string }) {
  const { t } = useLingui()
  const device = useDevice(userId)
  const pending = useQuery(userById({ id: userId })).rows[0]?.allTicket ?? false
  return (
    <Card title={t`Neste aparelho`}>
      <SwitchRow
        label={t`Notificar neste aparelho`}
        checked={device.enabled}
        onChange={device.setEnabled}
        disabled={device.busy || device.state !== 'ready'}
      >
        {pending ? (
          <Trans>Mensagens dos seus atendimentos e dos que aguardam, também com o aplicativo fechado.</Trans>
        ) : (
          <Trans>Mensagens dos seus atendimentos, também com o aplicativo fechado.</Trans>
        )}
      </SwitchRow>
      <Why state={device.state} />
      {device.enabled && (
        <Button className="self-start" onClick={device.test} disabled={device.busy}>
          <BellRing aria-hidden />
          <Trans>Testar</Trans>
        </Button>
      )}
    </Card>
  )
}

/** Why the switch can't be used, and what to do about it. */
function Why({ state }: { state: DeviceState }) {
  const installed = useInstalled()
  switch (state) {
    case 'reading':
    case 'ready':
      return null
    case 'denied':
      return (
        <Notice tone="warning">
          <Trans>
            O navegador está bloqueando as notificações. Para permitir, abra as permissões do site pelo ícone ao lado do
            endereço, ou as configurações do aplicativo no celular, e libere Notificações.
          </Trans>
        </Notice>
      )
    case 'off':
      return (
        <Notice>
          <Trans>As notificações não estão configuradas neste servidor. Fale com quem cuida dele.</Trans>
        </Notice>
      )
    case 'offline':
      return (
        <Notice>
          <Trans>Sem conexão com o servidor: para mudar, volte a ficar online.</Trans>
        </Notice>
      )
    case 'unsupported':
      return (
        <Notice>
          {isAppleTouch() && !installed ? (
            <Trans>
              No iPhone e no iPad as notificações só chegam ao aplicativo instalado. Veja abaixo como instalar.
            </Trans>
          ) : (
            <Trans>Este navegador não recebe notificações.</Trans>
          )}
        </Notice>
      )
  }
}
