import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * What somebody typed as a number, as WhatsApp writes it: digits with country code. Numbers without one are Brazilian.
 * Null when no country has such numbers.
 */
export function phoneDigits(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'BR')
  if (number?.isPossible()) return number.number.slice(1)
  const abroad = parsePhoneNumberFromString(`+${text.replaceAll(/\D/g, '')}`)
  return abroad?.isPossible() ? abroad.number.slice(1) : null
}

/** As `phoneDigits`, of what must have its country code: digits, with or without a plus. Null when it is no number of any country. */
export function internationalDigits(text: string): string | null {
  const number = /^\+?\d{8,15}$/.test(text) ? parsePhoneNumberFromString(`+${text.replace('+', '')}`) : undefined
  return number?.isValid() ? number.number.slice(1) : null
}

/** Digits with country code as is usual in that country. */
export function internationalNumber(digits: string): string {
  return parsePhoneNumberFromString(`+${digits}`)?.formatInternational() ?? `+${digits}`
}
