// How loud a sound is along its length, as few bars from 0 to 1. Pure.

export function peaksOf(samples: Float32Array, bars: number): number[] {
  const size = Math.max(1, Math.floor(samples.length / bars))
  const loudness = Array.from({ length: bars }, (_, bar) => loudnessOf(samples.subarray(bar * size, (bar + 1) * size)))
  const loudest = Math.max(...loudness)
  return loudest === 0 ? loudness : loudness.map((value) => value / loudest)
}

/** Root mean square: a click is not a loud word. */
function loudnessOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length)
}
