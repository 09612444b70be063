import { bars } from './use-wave.ts'

interface WaveProps {
  label: string
  peaks: readonly number[] | undefined
  position: number
  duration: number
  /** The position in words. */
  text: string
  onSeek(seconds: number): void
}

const [height, pitch, width] = [24, 4, 2]
const flat = Array.from({ length: bars }, () => 0)

/** The sound as bars, those heard coloured; the slider over them is what is dragged and what the keyboard moves. */
export function Wave({ label, peaks = flat, position, duration, text, onSeek }: WaveProps) {
  const heard = duration > 0 ? position / duration : 0
  return (
    <div className="relative h-7">
      <svg
        aria-hidden
        viewBox={`0 0 ${bars * pitch} ${height}`}
        preserveAspectRatio="none"
        className="absolute inset-x-0 top-0.5 h-6 w-full"
      >
        {peaks.map((peak, index) => {
          const bar = Math.max(2, peak * height)
          return (
            <rect
              key={index}
              x={index * pitch}
              y={(height - bar) / 2}
              width={width}
              height={bar}
              rx={1}
              className={index / bars < heard ? 'fill-accent' : 'fill-ink/30'}
            />
          )
        })}
      </svg>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={text}
        min={0}
        max={duration || 1}
        step={0.1}
        value={Math.min(position, duration || 1)}
        onChange={(event) => onSeek(Number(event.target.value))}
        className="wave-slider absolute inset-0 size-full"
      />
    </div>
  )
}
