// Two short tones, made by the browser: nothing to load, and nobody else's sound.
export interface Chime {
  /** 0 is silence. */
  play(volume: number): void
  close(): void
}

const tones = [
  { hertz: 784, at: 0 },
  { hertz: 1046.5, at: 0.11 },
]
const toneSeconds = 0.28
/** Gain at full volume, as a part of the loudest that a device can do. */
const loudest = 0.25

export function createChime(): Chime {
  const audio = new AudioContext()
  return {
    play(volume) {
      if (volume === 0) return
      // A device that slept has stopped it.
      void audio.resume()
      for (const { hertz, at } of tones) playTone(audio, hertz, audio.currentTime + at, volume * loudest)
    },
    close: () => void audio.close(),
  }
}

/** Begins soft and dies away, as something that is struck. */
function playTone(audio: AudioContext, hertz: number, at: number, gain: number) {
  const [tone, level] = [audio.createOscillator(), audio.createGain()]
  tone.frequency.value = hertz
  level.gain.setValueAtTime(0, at)
  level.gain.linearRampToValueAtTime(gain, at + 0.015)
  level.gain.exponentialRampToValueAtTime(0.0001, at + toneSeconds)
  tone.connect(level).connect(audio.destination)
  tone.start(at)
  tone.stop(at + toneSeconds)
}
