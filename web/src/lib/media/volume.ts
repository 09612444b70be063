// How loud the app's sounds are on this device: 0 to 1 in steps of 0.1. Pure but for localStorage.
const key = 'volume'
export const volumeStep = 0.1

/** Louder than 1 or anything else that is none is the default. */
export function volumeOf(stored: string | null): number {
  const volume = stored === null || stored === '' ? Number.NaN : Number(stored)
  return volume >= 0 && volume <= 1 ? Math.round(volume / volumeStep) / 10 : 1
}

export const readVolume = () => volumeOf(localStorage.getItem(key))

export function writeVolume(volume: number) {
  localStorage.setItem(key, String(volumeOf(String(volume))))
}
