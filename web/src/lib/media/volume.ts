// How loud the app's sounds are on this device: 0 to 1 in steps of 0.1. Pure but for localStorage.
import { kept } from '../data/kept.ts'
const key = 'volume'
export const volumeStep = 0.1

/** Louder than 1 or anything else that is none is the default. */
export function volumeOf(stored: string | null): number {
  const volume = stored === null || stored === '' ? Number.NaN : Number(stored)
  return volume >= 0 && volume <= 1 ? Math.round(volume / volumeStep) / 10 : 1
}

export const readVolume = () => volumeOf(kept.get(key))

export function writeVolume(volume: number) {
  kept.set(key, String(volumeOf(String(volume))))
}
