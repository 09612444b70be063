// A voice message being recorded, in the field's place: how long, how loud; thrown away or sent.
import { useLingui } from '@lingui/react/macro'
import { SendHorizontal, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from '../../../lib/class-names.ts'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { formatDuration } from '../../duration.ts'
import type { Outgoing } from './outgoing.ts'
import { useRecording } from './use-recording.ts'

interface RecordBarProps {
  /** False: the speaker is asked something first; then `go` is called, if they want it all the same, and `back`. */
  mayGo(go: () => void, back: () => void): boolean
  onSend(message: Outgoing): void
  onEnd(): void
}

export function RecordBar({ mayGo, onSend, onEnd }: RecordBarProps) {
  const { t } = useLingui()
  const { state, seconds, levels, cancel, finish } = useRecording({ mayGo, onSend, onEnd })
  const bar = useRef<HTMLDivElement>(null)
  // The button that began it is gone.
  useEffect(() => bar.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    // The question that it waits for closes by the same key.
    if (state === 'paused') return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Before the app's own shortcut, which would leave the conversation.
      event.preventDefault()
      cancel()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [cancel, state])
  return (
    <div
      ref={bar}
      role="group"
      tabIndex={-1}
      aria-label={t`Gravação`}
      className="flex items-center gap-2 p-2 outline-none sm:px-4 sm:py-3"
    >
      <IconButton size="lg" variant="dangerQuiet" label={t`Descartar gravação`} onClick={cancel}>
        <Trash2 />
      </IconButton>
      <span
        aria-hidden
        className={cn('size-2.5 shrink-0 rounded-full bg-danger', state !== 'paused' && 'animate-pulse')}
      />
      <span role="timer" className="w-10 shrink-0 text-base tabular">
        {formatDuration(seconds)}
      </span>
      <span aria-hidden className="flex h-10 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden">
        {levels.map((level, index) => (
          <span
            key={index}
            style={{ height: `${Math.round(4 + level * 28)}px` }}
            className="w-0.75 shrink-0 rounded-full bg-accent"
          />
        ))}
      </span>
      <IconButton
        variant="primary"
        size="lg"
        label={t`Enviar gravação`}
        disabled={state !== 'recording'}
        onClick={finish}
      >
        <SendHorizontal />
      </IconButton>
    </div>
  )
}
