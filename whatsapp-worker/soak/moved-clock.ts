// Loaded before a worker by `--import`: its clock is off by CLOCK_OFFSET_MS, as one that nobody set.
const offset = Number(process.env['CLOCK_OFFSET_MS'] ?? 0)

if (offset !== 0) {
  const RealDate = Date
  class MovedDate extends RealDate {
    constructor(...args: [] | [number | string | Date]) {
      if (args.length === 0) super(RealDate.now() + offset)
      else super(...(args as [number]))
    }

    static override now() {
      return RealDate.now() + offset
    }
  }
  globalThis.Date = MovedDate as DateConstructor
}

/** Environment of a worker whose clock is so many ms off. */
export const movedClock = (ms: number) => ({
  CLOCK_OFFSET_MS: String(ms),
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${import.meta.url}`.trim(),
})
