// The devices on which one is logged in, each with its way out. Server only: it says when it was asked.
import { Trans, useLingui } from '@lingui/react/macro'
import { Monitor, Smartphone } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import { Badge } from '../../../components/ui/badge.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { isHandheld, useDeviceName } from '../../../lib/text/device-name.ts'
import { formatDateTime, formatTime, formatWhen } from '../../../lib/text/date-time.ts'
import { errorMessage } from '../../../lib/text/error-message.ts'
import { toastDone, toastError } from '../../../lib/app/toast.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useReadOnline } from '../../../lib/data/use-read-online.ts'
import { endOwnDevice, readOwnDevices, type OwnDevice } from './own-devices.ts'

interface DevicesSectionProps {
  /** Logs this device out. */
  onLogout(): void
}

export function DevicesSection({ onLogout }: DevicesSectionProps) {
  const id = useId()
  const { found, read } = useOwnDevices()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 id={id} className="text-sm font-medium text-ink">
        <Trans>Aparelhos em que você está</Trans>
      </h3>
      {found === null && <Skeleton className="h-16 w-full" />}
      {found?.kind === 'failed' && <Notice tone="warning">{errorMessage(found.error)}</Notice>}
      {found?.kind === 'devices' && (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {found.devices.map((device) => (
              <Device key={device.id} device={device} onLogout={onLogout} onEnded={read} />
            ))}
          </ul>
          <p className="text-xs text-muted tabular">
            <Trans>Consultado às {formatTime(found.at)}.</Trans>
          </p>
        </>
      )}
    </section>
  )
}

type Found = { kind: 'devices'; devices: readonly OwnDevice[]; at: Date } | { kind: 'failed'; error: unknown }

/** Null until the server has answered; asked again when the network is back. */
function useOwnDevices() {
  const [found, setFound] = useState<Found | null>(null)
  const read = useCallback(async () => {
    try {
      setFound({ kind: 'devices', devices: await readOwnDevices(), at: new Date() })
    } catch (error) {
      setFound({ kind: 'failed', error })
    }
  }, [])
  useReadOnline(read)
  return { found, read }
}

interface DeviceProps extends DevicesSectionProps {
  device: OwnDevice
  onEnded(): Promise<void>
}

function Device({ device, onLogout, onEnded }: DeviceProps) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const name = useDeviceName(device)
  const seen = useSeenWords(device)
  const Icon = isHandheld(device) ? Smartphone : Monitor
  const end = async () => {
    try {
      await endOwnDevice(device.id)
      toastDone(t`Você saiu de ${name}.`)
    } catch (error) {
      toastError(error)
    }
    await onEnded()
  }
  return (
    <li className="flex items-start gap-3 p-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="font-medium">{name}</span>
          {device.current && (
            <Badge variant="good" shape="label">
              <Trans>Este aparelho</Trans>
            </Badge>
          )}
        </p>
        <p className="text-xs text-muted tabular">{seen}</p>
        <Button
          size="sm"
          variant="dangerQuiet"
          className="-ml-2.5 self-start"
          aria-label={t`Sair deste aparelho: ${name}`}
          onClick={device.current ? onLogout : () => setAsking(true)}
        >
          <Trans>Sair deste aparelho</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Sair de ${name}?`}
        description={t`Ele volta à tela de entrada. O que ainda não tinha sido enviado fica guardado nele.`}
        confirm={t`Sair deste aparelho`}
        onConfirm={() => void end()}
      />
    </li>
  )
}

function useSeenWords({ current, createdAt, lastSeenAt }: OwnDevice): string {
  const { t } = useLingui()
  const now = useNow()
  const [since, seen] = [formatDateTime(createdAt), formatWhen(lastSeenAt, now)]
  return current ? t`Desde ${since} · em uso agora` : t`Desde ${since} · visto por último: ${seen}`
}
