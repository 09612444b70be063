// The frame of an office tab: what the server says, or why it says nothing. Nothing of it is on the device.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useOnline } from '../../desk/server/use-online.ts'
import type { ServerData } from '../../desk/server/use-server-data.ts'

interface OfficeSectionProps<T> {
  server: ServerData<T>
  children(data: T): ReactNode
}

export function OfficeSection<T>({ server: { data, ...rest }, children }: OfficeSectionProps<T>) {
  const { t } = useLingui()
  const online = useOnline()
  return (
    <div className="flex flex-col gap-4">
      <ServerNote {...rest} failed={t`Não foi possível carregar a lista de registros.`} />
      {data !== null ? children(data) : online && rest.error === null && <Skeleton className="h-64 rounded-lg" />}
    </div>
  )
}
