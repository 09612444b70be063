// The two kinds of text that a phone number is here. They never mix: what a person or a spreadsheet wrote is parsed once (read-number.ts),
// and what WhatsApp, or that parsing, gave is digits that nothing parses again, refuses or rewrites. The brands exist for the compiler only.

declare const brand: unique symbol

/** As somebody wrote it: with or without a country, signs, spaces, an extension; or no number at all. */
export type TypedNumber = string & { readonly [brand]: 'typed' }

/** Digits with country code as WhatsApp spells them. */
export type WhatsAppNumber = string & { readonly [brand]: 'whatsapp' }

/** Marks what came from a person, a sheet or another system's call. */
export const typedNumber = (text: string) => text as TypedNumber

/** Marks digits that WhatsApp told or a row already has. */
export const whatsAppNumber = (digits: string) => digits as WhatsAppNumber

/** In which country somebody types numbers, and in which area of it. */
export interface NumberPlace {
  /** ISO 3166-1, two capital letters. */
  country: string
  /** Of a number typed without any; null: such a number is refused. */
  areaCode: string | null
}

export const isDigits = (text: string) => /^\d+$/.test(text)

/** What is refused says why, in English, as all of an API's fields. */
export const numberRefusals = {
  'area-code': 'Without an area code',
  invalid: 'Not a valid number; one of another country begins with +',
} as const
