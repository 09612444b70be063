import { useEffect, useState } from 'react'
import { peaksOf } from './wave-peaks.ts'

export const bars = 44
/** About half an hour of speech; more would cost too much to decode for a picture of it. */
const maxBytes = 4 * 1024 * 1024
/** Enough for a picture of loudness. */
const sampleRate = 8000
const known = new WeakMap<Blob, number[]>()

/** The wave of a sound; undefined until it is known, or where this browser can't decode it. */
export function useWave(blob: Blob): number[] | undefined {
  const [peaks, setPeaks] = useState(() => known.get(blob))
  useEffect(() => {
    if (known.has(blob) || blob.size > maxBytes) return
    let left = false
    const show = (found: number[]) => {
      known.set(blob, found)
      if (!left) setPeaks(found)
    }
    decode(blob).then(show, () => undefined)
    return () => {
      left = true
    }
  }, [blob])
  return peaks
}

async function decode(blob: Blob): Promise<number[]> {
  const context = new OfflineAudioContext(1, 1, sampleRate)
  const decoded = await context.decodeAudioData(await blob.arrayBuffer())
  return peaksOf(decoded.getChannelData(0), bars)
}
