import { i18n } from '@lingui/core'

const locales: Partial<Record<string, string>> = { pt: 'pt-BR', en: 'en-US', es: 'es-419' }

/** Reais, as the interface's language writes them. */
export function formatMoney(value: number): string {
  const format = new Intl.NumberFormat(locales[i18n.locale] ?? 'pt-BR', {
    style: 'currency',
    currency: 'BRL',
    currencyDisplay: 'narrowSymbol',
  })
  return format.format(value)
}
