import type { ComponentType } from 'react'
import { ItemBoundary } from '../error-boundary.tsx'

/** Shows something of a row. */
export type RowPart<Row> = ComponentType<{ row: Row }>

/** A part of a row, in a table or on a card; what can't be shown of it takes nothing else from the list. */
export function RowCell<Row>({ of: Part, row }: { of: RowPart<Row>; row: Row }) {
  return (
    <ItemBoundary of={row}>
      <Part row={row} />
    </ItemBoundary>
  )
}
