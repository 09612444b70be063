import { i18n } from '@lingui/core'

/** As people say it, in their language: "120 ms", "1,2 s", "3 min". */
export function formatDelay(ms: number): string {
  const [unit, size] =
    ms < 1000
      ? (['millisecond', 1] as const)
      : ms < 120_000
        ? (['second', 1000] as const)
        : (['minute', 60_000] as const)
  return new Intl.NumberFormat(i18n.locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'second' && ms < 10_000 ? 1 : 0,
  }).format(ms / size)
}
