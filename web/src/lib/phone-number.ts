/** Digits with country code as people read them: `+55 11 90000-0001`. Numbers of other countries keep their digits together. */
export function formatPhone(digits: string): string {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits)
  if (brazil) return `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}`
  return /^\d+$/.test(digits) ? `+${digits}` : digits
}
