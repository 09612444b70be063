// The state of one audio element. Invariant: at most one plays in this tab.
import { useEffect, useState, type RefObject } from 'react'
import { toastError } from '../../../lib/app/toast.ts'

interface Playback {
  playing: boolean
  /** Has been heard in part: its position is worth showing. */
  started: boolean
  position: number
  duration: number
  toggle(): void
  seek(seconds: number): void
}

let current: HTMLAudioElement | undefined

/** `seconds` as the message says it, until the file itself is known. */
export function usePlayback(
  ref: RefObject<HTMLAudioElement | null>,
  { seconds, rate }: { seconds: number; rate: number },
): Playback {
  const [playing, setPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const [measured, setMeasured] = useState<number>()

  useEffect(() => {
    const audio = ref.current
    if (!audio) return
    const listeners = new AbortController()
    const on = (event: string, run: () => void) => audio.addEventListener(event, run, { signal: listeners.signal })
    const measure = () => setMeasured(Number.isFinite(audio.duration) ? audio.duration : undefined)
    on('play', () => setPlaying(true))
    on('pause', () => setPlaying(false))
    on('durationchange', measure)
    on('timeupdate', () => setPosition(audio.currentTime))
    on('ended', () => (audio.currentTime = 0))
    return () => listeners.abort()
  }, [ref])

  useEffect(() => {
    if (ref.current) ref.current.playbackRate = rate
  }, [ref, rate])

  return {
    playing,
    started: playing || position > 0,
    position,
    duration: measured ?? seconds,
    toggle() {
      const audio = ref.current
      if (!audio) return
      if (!audio.paused) return audio.pause()
      if (current !== audio) current?.pause()
      current = audio
      audio.playbackRate = rate
      audio.play().catch(toastError)
    },
    seek(to) {
      if (!ref.current) return
      ref.current.currentTime = to
      setPosition(to)
    },
  }
}
