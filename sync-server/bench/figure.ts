// One line a figure: median, least and most of what was measured, the aim, and what it is compared with: Electric's own, as published.

interface Figure {
  name: string
  unit: string
  samples: readonly number[]
  /** '–' when there is none. */
  aim: string
  reference: string
}

/** From so many samples on, p95 gets a line too. */
const enoughForP95 = 20

/** `figure NAME MEDIAN UNIT (MIN–MAX) aim AIM reference REF`. */
export function print({ name, unit, samples, aim, reference }: Figure) {
  const range = `(${round(percentile(samples, 0))}–${round(percentile(samples, 1))})`
  console.log(`figure ${name} ${round(percentile(samples, 0.5))} ${unit} ${range} aim ${aim} reference ${reference}`)
  if (samples.length < enoughForP95) return
  console.log(`figure ${name}_p95 ${round(percentile(samples, 0.95))} ${unit} ${range} aim – reference –`)
}

const round = (value: number) => (Math.abs(value) < 100 ? value.toFixed(1) : value.toFixed(0))

function percentile(samples: readonly number[], share: number) {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Milliseconds of the machine's monotonic clock: the same in all its processes. */
export const now = () => Number(process.hrtime.bigint()) / 1e6

/** What is worth knowing beside the figures, where it does not disturb who reads those. */
export const note = (text: string) => console.error(`  ${text}`)
