// Which passwords are refused though they are long enough, and how strong the others are. Pure.
import { AppError } from '../kit/errors.ts'

/** How a refusal names what is wrong with a password. */
export const passwordRefusals = {
  common: 'Too common',
  personal: 'Contains the e-mail',
  company: 'Is the name of the company',
} as const
export type PasswordRefusal = keyof typeof passwordRefusals
/** Of one with fewer letters than the installation wants. */
export const tooShort = (min: number) => `At least ${min}`

/** Whose it is to be; null: not known here. */
export interface PasswordOwner {
  email: string | null
  company: string | null
}

/** A shorter name stands in too many words by chance. */
const shortestName = 4

/** Small letters and digits, without accents and what people put between them. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** `common`: commonPasswords, where they are there already. Null: it may be. */
export function refusalOfPassword(
  password: string,
  { email, company }: PasswordOwner,
  common: ReadonlySet<string>,
): PasswordRefusal | null {
  if (isCommon(password, common)) return 'common'
  const [own, name, firm] = [plain(password), plain(email?.split('@')[0] ?? ''), plain(company ?? '')]
  if (firm !== '' && own === firm) return 'company'
  if (name === '') return null
  const rest = own.replaceAll(/\p{N}/gu, '')
  const isNamed = name.length < shortestName ? rest === name : own.includes(name)
  return isNamed ? 'personal' : null
}

/** With some digits or signs around it, it is the first that is tried after it. */
function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const typed = password.trim().toLowerCase()
  const [, core = ''] = /^[^\p{L}]{0,4}(\p{L}{5,}?)[^\p{L}]{0,4}$/u.exec(typed) ?? []
  return common.has(typed) || common.has(core) || steps(typed) <= 1
}

/** How many different steps lie between its letters: one in aaaaaa, 12345 and edcba. */
function steps(text: string): number {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  return new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0))).size
}

export type Strength = 'weak' | 'fair' | 'strong'

/** By the bits that who guesses letter by letter would need; what repeats or goes on by steps counts little. */
export function strengthOf(password: string): Strength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]
  const sizes = [26, 26, 10, 30]
  const alphabet = sizes.reduce((sum, size, at) => sum + (kinds[at]?.test(password) ? size : 0), 0)
  const letters = Array.from(password)
  const fresh = letters.filter((letter, at) => {
    const step = (letter.codePointAt(0) ?? 0) - (letters[at - 1]?.codePointAt(0) ?? -9)
    return at === 0 || Math.abs(step) > 1
  })
  const bits = new Set(letters).size < 3 ? 0 : fresh.length * Math.log2(Math.max(alphabet, 2))
  if (bits < 45) return 'weak'
  return bits < 65 ? 'fair' : 'strong'
}

/** @throws AppError ERR_VALIDATION of `field` */
export function assertGoodPassword(
  password: string,
  owner: PasswordOwner,
  { min, common, field = 'password' }: { min: number; common: ReadonlySet<string>; field?: string | undefined },
): void {
  const refuse = (problem: string) => new AppError('ERR_VALIDATION', { fields: { [field]: [problem] } })
  if (password.length < min) throw refuse(tooShort(min))
  const refusal = refusalOfPassword(password, owner, common)
  if (refusal) throw refuse(passwordRefusals[refusal])
}
