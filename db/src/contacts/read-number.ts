// What somebody typed, read once into the digits that WhatsApp knows; valid numbers only, by all that libphonenumber knows of the country's plan.
// Nothing is guessed: what may be a tax number, a date, a postal code, two numbers or a rounded one is no number. Pure. The plans are large, so
// nothing that is loaded at a first visit imports this file. Decision 0112.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { callingCodeOf, isCountry } from './phone-number.ts'
import { sameNumberVariants } from './number-variants.ts'
import { isDigits, whatsAppNumber, type NumberPlace, type TypedNumber, type WhatsAppNumber } from './numbers.ts'

/** area-code: it would be a number with one. */
export type NumberProblem = 'area-code' | 'invalid'
export type NumberReading = { number: WhatsAppNumber } | { problem: NumberProblem }

const invalid: NumberReading = { problem: 'invalid' }
const longest = 15

/** What a form or a sheet has. `+` or `00` is international, all else of `place`; bare digits that are no number there may have their country code. */
export function readTypedNumber(text: TypedNumber, place: NumberPlace): NumberReading {
  const cleaned = withoutDress(text)
  if (cleaned === null) return invalid
  const digits = cleaned.replaceAll(/\D/g, '')
  if (cleaned.startsWith('+')) return abroad(digits)
  if (digits.startsWith('00')) return dialledAbroad(digits.slice(2), place)
  if (digits.length > longest) return invalid
  const national = readNational(digits, place)
  if ('number' in national || national.problem === 'area-code' || !isDigits(cleaned)) return national
  return isWhatsAppNumber(digits) ? { number: whatsAppNumber(digits) } : invalid
}

/**
 * What another system, an app's outbox or an API's client sends: digits alone have their country code, as WhatsApp spells them, and stay as
 * they are where there can be such a number. Everything else was typed.
 */
export function readGivenNumber(text: TypedNumber, place: NumberPlace): NumberReading {
  const digits = text.trim()
  return isWhatsAppNumber(digits) ? { number: whatsAppNumber(digits) } : readTypedNumber(text, place)
}

/**
 * Whether bare digits have their country code in this column: it is written in one way, and some are of abroad while none is of `place` alone.
 */
export function hasCountryCodes(column: readonly string[], place: NumberPlace): boolean {
  const bare = column.filter(isDigits)
  const isForeign = (digits: string) => isWhatsAppNumber(digits) && !('number' in readNational(digits, place))
  return bare.some(isForeign) && bare.every((digits) => isWhatsAppNumber(digits) || !isNear(digits, place))
}

function isNear(digits: string, place: NumberPlace): boolean {
  const reading = readNational(digits, place)
  return 'number' in reading || reading.problem === 'area-code'
}

/** Whether there are such numbers, in any spelling that WhatsApp may have of them. `digits` with country code. */
export function isWhatsAppNumber(digits: string): boolean {
  return /^[1-9]\d{6,14}$/.test(digits) && sameNumberVariants(digits).some((each) => isValid(each))
}

function isValid(digits: string): boolean {
  const number = parsePhoneNumberFromString(`+${digits}`, { extract: false })
  return number?.number === `+${digits}` && number.isValid()
}

/** The number without what people put around and behind it; null when it is something else. */
function withoutDress(text: string): string | null {
  const cleaned = text
    .normalize('NFKC')
    // Marks of direction, and others without a width, which come along where a number is copied.
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    // A spreadsheet's sign that it is text.
    .replace(/^['’]/, '')
    .replace(/^tel:\s*/i, '')
    .replace(/[\s,;]*(?:\b(?:ramal|extensión|extension|ext|r|x)\b\.?|#|;ext=)[\s.:=]*\d{1,6}$/iu, '')
    // The carrier that one chooses, as it was taught: 0xx11.
    .replace(/^(\(?)0\s*xx\s*/i, '$10')
    .replace(/^\((\+\d+)\)/, '$1')
    .replace(/^(\+\d{1,3}) ?\(0\)/, '$1')
    .replace(/^(\d{7,})\.0+$/, '$1')
    .trim()
  return !isDressed(cleaned) || notNumbers.some((pattern) => pattern.test(cleaned)) ? null : cleaned
}

/** Digits and what stands between them. */
const isDressed = (text: string) => text.length <= 40 && /^\+?[\d\s().\p{Pd}]+$/u.test(text)

const notNumbers = [
  // 999.888.777-66, 12.345.678-9 and other amounts: CPF, RG.
  /^\d{1,3}(\.\d{3}){2,}(-[\dx]{1,2})?$/i,
  // 01310-100, a postal code.
  /^\d{5}-\d{3}$/,
  // Dates.
  /^\d{1,2}([.-])\d{1,2}\1(\d{2}|\d{4})$/,
  /^\d{4}([.-])\d{1,2}\1\d{1,2}$/,
  // A fraction.
  /^\d{10,}\.\d+$/,
]

/** Where a carrier is chosen for calls abroad its two digits stand before the country code. */
function dialledAbroad(digits: string, { country }: NumberPlace): NumberReading {
  const reading = abroad(digits)
  return 'problem' in reading && country === 'BR' ? abroad(digits.slice(2)) : reading
}

function abroad(digits: string): NumberReading {
  if (isWhatsAppNumber(digits)) return { number: whatsAppNumber(digits) }
  const number = parsePhoneNumberFromString(`+${digits}`, { extract: false })
  return number?.isValid() ? { number: whatsAppNumber(number.number.slice(1)) } : invalid
}

function readNational(digits: string, { country, areaCode }: NumberPlace): NumberReading {
  const found = nationalNumber(digits, country)
  if (found !== null) return { number: found }
  if (digits.length < shortestLocal || digits.length > longestLocal) return invalid
  if (areaCode !== null) {
    const number = nationalNumber(areaCode + digits, country)
    return number === null ? invalid : { number }
  }
  const example = areaExamples[country]
  return example !== undefined && nationalNumber(example + digits, country) !== null
    ? { problem: 'area-code' }
    : invalid
}

const [shortestLocal, longestLocal] = [6, 9]

/** An area of each country where one can leave it out, to tell that it is what is missing. */
const areaExamples: Readonly<Partial<Record<string, string>>> = {
  BR: '11',
  AR: '11',
  MX: '55',
  US: '212',
  CA: '416',
  CO: '60',
  PE: '1',
  CL: '2',
  UY: '2',
  PY: '21',
  PT: '2',
}

/** With or without the country's own code, and in a spelling that it has given up. */
function nationalNumber(digits: string, country: string): WhatsAppNumber | null {
  if (!isCountry(country)) return null
  const code = callingCodeOf(country)
  const number = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false })
  if (number?.isValid() && number.countryCallingCode === code) return whatsAppNumber(number.number.slice(1))
  const spelled = [code + digits, ...(digits.startsWith(code) ? [digits] : [])].find(isWhatsAppNumber)
  return spelled === undefined ? null : whatsAppNumber(spelled)
}
