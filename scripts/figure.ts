// One line a figure: median and p95 of what was measured, the aim, and what it is compared with.

export interface Figure {
  name: string
  unit: string
  samples: readonly number[]
  aim: string
  reference: string
}

const sorted = (samples: readonly number[]) => samples.toSorted((a, b) => a - b)

export function percentile(samples: readonly number[], share: number) {
  const values = sorted(samples)
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}

/** `figure NAME MEDIAN UNIT (MIN–MAX) aim AIM reference REF`; a second line for p95 where there are enough samples. */
export function print({ name, unit, samples, aim, reference }: Figure) {
  const round = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0))
  const [min, max] = [percentile(samples, 0), percentile(samples, 1)]
  const [aimP50 = '–', aimP95 = '–'] = aim.split('/')
  const [referenceP50 = '–', referenceP95 = '–'] = reference.split('/')
  const range = `(${round(min)}–${round(max)})`
  const line = (suffix: string, value: number, ofAim: string, ofReference: string) =>
    console.log(`figure ${name}${suffix} ${round(value)} ${unit} ${range} aim ${ofAim} reference ${ofReference}`)
  line('', percentile(samples, 0.5), aimP50, referenceP50)
  if (samples.length >= 20) line('_p95', percentile(samples, 0.95), aimP95, referenceP95)
}
