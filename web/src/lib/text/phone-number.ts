import { internationalNumber } from 'db/contacts/phone-number.ts'

/** Digits with country code as people read them: `+55 11 90000-0001`, those of other countries as is usual there. */
export function formatPhone(digits: string): string {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits)
  if (brazil) return `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}`
  return /^\d+$/.test(digits) ? internationalNumber(digits) : digits
}
