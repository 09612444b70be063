import { ownNotificationSettings } from 'db/push/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { SwitchRow } from '../../components/ui/switch.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { mutate, useQuery } from '../../sync/client.ts'
import { Card } from './card.tsx'
import { DeviceCard } from './device-card.tsx'
import { InstallCard } from './install-card.tsx'

export function NotificationsPage() {
  const { userId } = useActor()
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-2xl flex-col gap-6 p-4 sm:p-8">
        <header>
          <h1 className="text-xl font-semibold">
            <Trans>Notificações</Trans>
          </h1>
          <p className="text-base text-muted">
            <Trans>Como você fica sabendo que um cliente escreveu.</Trans>
          </p>
        </header>
        <DeviceCard userId={userId} />
        <ContentCard />
        <InstallCard />
      </div>
    </div>
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
