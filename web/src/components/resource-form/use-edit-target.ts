// The target of a form while it is open. Invariant: it is what the form opened on, whatever the rows beneath do meanwhile.
import { useEffect, useState } from 'react'
import { editTarget, type EditEntry, type EditSource, type EditTarget } from './edit-target.ts'

interface Options<Row, Entry> extends EditSource<Row, Entry> {
  /** The rows are read. */
  ready: boolean
  /** And they are all there are: what is not among them does not exist. */
  complete: boolean
  onAbsent(): void
}

export function useEditTarget<Row extends { id: string }, Entry extends EditEntry>(
  options: Options<Row, Entry>,
): EditTarget<Row, Entry> | undefined {
  const { ready, complete, onAbsent } = options
  const [target, setTarget] = useState<EditTarget<Row, Entry>>()
  const found = ready && !target ? editTarget(options) : undefined
  if (found) setTarget(found)
  const absent = ready && complete && !target && !found
  useEffect(() => {
    if (absent) onAbsent()
  }, [absent, onAbsent])
  return target
}
