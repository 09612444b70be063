import { Trans } from '@lingui/react/macro'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'

interface DropAreaProps {
  /** Absent where nothing can be sent. */
  onFiles: ((files: readonly File[]) => void) | null
  children: ReactNode
}

/** The whole conversation takes files that are dragged onto it. */
export function DropArea({ onFiles, children }: DropAreaProps) {
  const [over, setOver] = useState(false)
  /** Entering a child comes before leaving its parent. */
  const depth = useRef(0)
  const enter = (step: 1 | -1) => (event: DragEvent) => {
    if (!bringsFiles(event)) return
    depth.current += step
    setOver(depth.current > 0)
  }
  const drop = (event: DragEvent) => {
    if (!bringsFiles(event)) return
    // Otherwise the browser leaves the app to show the file.
    event.preventDefault()
    depth.current = 0
    setOver(false)
    onFiles?.([...event.dataTransfer.files])
  }
  return (
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={enter(1)}
      onDragLeave={enter(-1)}
      onDragOver={(event) => bringsFiles(event) && event.preventDefault()}
      onDrop={drop}
    >
      {children}
      {over && onFiles && (
        <div className="pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-lg border-2 border-dashed border-accent bg-surface/90 text-base font-medium text-accent">
          <Trans>Solte para anexar</Trans>
        </div>
      )}
    </div>
  )
}

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
