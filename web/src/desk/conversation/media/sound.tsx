// A sound in its bubble: play, a wave that can be dragged, what is left, and how fast. One plays at a time.
import { useLingui } from '@lingui/react/macro'
import { Mic, Music, Pause, Play } from 'lucide-react'
import { useRef } from 'react'
import { cn } from '../../../lib/class-names.ts'
import { useStored } from '../../../lib/data/stored.ts'
import { formatDuration } from '../../duration.ts'
import { NotHere } from './media-frame.tsx'
import type { MediaProps } from './message-media.tsx'
import { useMediaFile } from '../../files/use-media-file.ts'
import { usePlayback } from './use-playback.ts'
import { useWave } from './use-wave.ts'
import { Wave } from './wave.tsx'

const speeds = ['1', '1.5', '2'] as const

export function Sound({ message }: MediaProps) {
  const file = useMediaFile(message.mediaHash)
  return (
    <>
      <div className="mt-1 h-13 w-72 max-w-full">
        {file.state === 'ready' ? (
          <SoundPlayer message={message} url={file.url} blob={file.blob} />
        ) : (
          <NotHere file={file} />
        )}
      </div>
      {message.details?.transcript && <Transcript text={message.details.transcript} />}
    </>
  )
}

/** What a machine heard. */
function Transcript({ text }: { text: string }) {
  const { t } = useLingui()
  return (
    <p
      aria-label={t`Transcrição`}
      className="mt-1 mb-0.5 max-w-72 border-l-2 border-ink/15 pl-2 text-sm break-words whitespace-pre-wrap text-quote"
    >
      {text}
    </p>
  )
}

function SoundPlayer({ message, url, blob }: MediaProps & { url: string; blob: Blob }) {
  const { t, i18n } = useLingui()
  const audio = useRef<HTMLAudioElement>(null)
  const [speed, setSpeed] = useStored<(typeof speeds)[number]>('voice-speed', '1')
  const { details, mediaName } = message
  const playback = usePlayback(audio, { seconds: details?.seconds ?? 0, rate: Number(speed) })
  const { playing, position, duration, started } = playback
  const peaks = useWave(blob)
  const voice = details?.isVoice === true
  const name = mediaName ?? (voice ? t`Mensagem de voz` : t`Áudio`)
  const Mark = voice ? Mic : Music
  const rate = `${Number(speed).toLocaleString(i18n.locale)}×`
  const shown = formatDuration(started ? position : duration)
  return (
    <div className="flex h-full items-center gap-2.5">
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- what customers send has none */}
      <audio ref={audio} preload="metadata" src={url} aria-label={name} />
      <button
        type="button"
        aria-label={playing ? t`Pausar ${name}` : t`Tocar ${name}`}
        onClick={playback.toggle}
        className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent hover:bg-accent-strong touch:size-11 [&_svg]:size-4.5"
      >
        {playing ? <Pause aria-hidden /> : <Play aria-hidden className="ml-0.5" />}
      </button>
      <div className="min-w-0 flex-1">
        <Wave
          label={t`Posição`}
          peaks={peaks}
          position={position}
          duration={duration}
          text={t`${formatDuration(position)} de ${formatDuration(duration)}`}
          onSeek={playback.seek}
        />
        <div className="flex h-4 items-center gap-1 text-2xs text-quote tabular">
          <Mark aria-hidden className="size-3 shrink-0" />
          <span className="truncate">{voice || mediaName === null ? shown : `${shown} · ${mediaName}`}</span>
        </div>
      </div>
      <button
        type="button"
        aria-label={t`Velocidade ${rate}`}
        onClick={() => setSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? '1')}
        className={cn(
          'h-6 w-10 shrink-0 rounded-full bg-ink/8 text-xs font-medium tabular hover:bg-ink/12',
          "relative touch:after:absolute touch:after:-inset-2.5 touch:after:content-['']",
        )}
      >
        {rate}
      </button>
    </div>
  )
}
