// A number as somebody types it, and a code as somebody reads it. Pure.

/** With the country's code, digits only; null when it can't be one. Of Brazil the code may be left out. */
export function pairingDigits(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '')
  const isNational = !text.trim().startsWith('+') && /^[1-9]{2}9?\d{8}$/.test(digits)
  const whole = isNational ? `55${digits}` : digits
  return /^[1-9]\d{7,14}$/.test(whole) && /^[\d\s+().-]+$/.test(text) ? whole : null
}

/** `ABCD-1234`, as WhatsApp's own screen has it. */
export function groupsOfFour(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}
