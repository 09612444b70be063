// The frame of an office tab: what the server says, or why it says nothing. Nothing of it is on the device.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useOnline } from '../../desk/use-online.ts'
import type { ServerData } from '../../desk/use-server-data.ts'
import { formatTime } from '../../lib/text/date-time.ts'

interface OfficeSectionProps<T> {
  server: ServerData<T>
  children(data: T): ReactNode
}

export function OfficeSection<T>({ server: { data, at, error, reload }, children }: OfficeSectionProps<T>) {
  const { t } = useLingui()
  const online = useOnline()
  return (
    <div className="flex flex-col gap-4">
      {!online && (
        <Notice>
          {at ? t`Sem conexão: como estava às ${formatTime(at)}.` : t`Sem conexão: quem sabe disto é o servidor.`}
        </Notice>
      )}
      {online && error !== null && (
        <Notice tone="danger">
          <Trans>Não foi possível carregar a lista de registros.</Trans>{' '}
          <Button size="sm" onClick={reload}>
            <Trans>Tentar de novo</Trans>
          </Button>
        </Notice>
      )}
      {data !== null ? children(data) : online && error === null && <Skeleton className="h-64 rounded-lg" />}
    </div>
  )
}
