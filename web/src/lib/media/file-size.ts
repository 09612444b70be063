import { i18n } from '@lingui/core'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** As people say it, in their language: "12,4 MB". */
export function formatFileSize(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  return new Intl.NumberFormat(i18n.locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1024 ** power)
}
