import { ownNotificationSettings } from 'db/push/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { mutate, useQuery } from '../../sync/client.ts'
import { Card } from './card.tsx'
import { DeviceCard } from './device-card.tsx'
import { InstallCard } from './install-card.tsx'

export function NotificationsPage() {
  const { t } = useLingui()
  const { userId } = useActor()
  return (
    <ResourcePage
      title={t`Notificações`}
      purpose={<Trans>Como você fica sabendo que um cliente escreveu.</Trans>}
      action={null}
    >
      <DeviceCard userId={userId} />
      <ContentCard />
      <InstallCard />
    </ResourcePage>
  )
}

function ContentCard() {
  const { t } = useLingui()
  const { rows, ready } = useQuery(ownNotificationSettings())
  return (
    <Card title={t`Conteúdo`}>
      <SwitchRow
        label={t`Mostrar o texto da mensagem`}
        checked={rows[0]?.showText ?? true}
        onChange={(showText) => void mutate('notificationSettings.update', { showText }).catch(toastError)}
        disabled={!ready}
      >
        <Trans>Desligado, a notificação diz só de quem é a mensagem. Vale para todos os seus aparelhos.</Trans>
      </SwitchRow>
    </Card>
  )
}
