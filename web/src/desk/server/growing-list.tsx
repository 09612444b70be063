// A list that only the server knows, as lines below each other: room for it while it is awaited, what stands there when there is nothing, and a
// button for more.
import { Trans } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useAnswered } from './use-online.ts'
import type { ServerWindow } from './use-server-window.ts'

interface GrowingListProps<Row> {
  label: string
  server: ServerWindow<{ cursor: string | null }>
  /** Those of what was read. */
  rows: readonly Row[] | undefined
  /** Instead of a list without lines. */
  empty: ReactNode
  /** A line: an `li`. */
  children(row: Row): ReactNode
}

export function GrowingList<Row extends { id: string }>({
  label,
  server,
  rows,
  empty,
  children,
}: GrowingListProps<Row>) {
  const answered = useAnswered()
  if (!rows) return answered && server.error === null ? <Skeleton className="h-64 rounded-lg" /> : null
  if (rows.length === 0) return empty
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {rows.map((row) => (
          <Fragment key={row.id}>{children(row)}</Fragment>
        ))}
      </ul>
      {server.data?.cursor && (
        <Button className="self-center" onClick={server.more}>
          <Trans>Mostrar mais</Trans>
        </Button>
      )}
    </>
  )
}
