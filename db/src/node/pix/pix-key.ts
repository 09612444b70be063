// Pix keys as the central bank's directory writes them: CPF, CNPJ (since 2026 also with letters), e-mail, phone, random UUID. Pure.

/** Whether it is written exactly as the directory has it: what a BR Code holds. */
export const isPixKey = (text: string): boolean => toPixKey(text) === text

/**
 * The key that somebody wrote with dots, dashes, spaces or capitals, as the directory has it; null when it is none.
 * A phone is one only with its +55: eleven digits alone are a CPF.
 */
export function toPixKey(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.includes('@')) return emailOf(trimmed.toLowerCase())
  if (trimmed.startsWith('+')) return phoneOf(trimmed.replace(/[\s().-]/g, ''))
  if (uuidPattern.test(trimmed.toLowerCase())) return trimmed.toLowerCase()
  const document = trimmed.replace(/[\s./-]/g, '').toUpperCase()
  return isCpf(document) || isCnpj(document) ? document : null
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
/** As the directory has it; it is also what fits into a BR Code. */
const maxEmail = 77

const emailOf = (text: string) => (text.length <= maxEmail && emailPattern.test(text) ? text : null)

/** Area code without zeros, then eight or nine digits. */
const phoneOf = (text: string) => (/^\+55[1-9]{2}\d{8,9}$/.test(text) ? text : null)

function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || isRepeated(text)) return false
  return [9, 10].every((at) => text[at] === checkDigit(text.slice(0, at), at + 1))
}

/** Twelve digits or letters, then two check digits; a letter counts as its place in ASCII from '0' on. */
function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || isRepeated(text)) return false
  return [12, 13].every((at) => text[at] === checkDigit(text.slice(0, at), 9))
}

/** All the same digit passes the arithmetic and is nobody's. */
const isRepeated = (text: string) => /^(.)\1+$/.test(text)

/** Modulo 11 with weights from 2 at the right end, beginning anew after `maxWeight`. */
function checkDigit(text: string, maxWeight: number): string {
  const sum = Array.from(text, (char) => char.charCodeAt(0) - 48)
    .toReversed()
    .reduce((total, value, index) => total + value * (2 + (index % (maxWeight - 1))), 0)
  const rest = sum % 11
  return rest < 2 ? '0' : String(11 - rest)
}
