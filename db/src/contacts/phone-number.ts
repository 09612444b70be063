// Numbers as each country writes them, and the countries that have some. By the small plan, which every page has; read-number.ts has the whole one.
import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min'

/** Digits with country code as is usual in that country. */
export function internationalNumber(digits: string): string {
  return parsePhoneNumberFromString(`+${digits}`)?.formatInternational() ?? `+${digits}`
}

export const countries = (): readonly CountryCode[] => getCountries()

/** ISO 3166-1, two capital letters. */
export const isCountry = (code: string): code is CountryCode => isSupportedCountry(code)

/** Digits that `country` puts before its numbers. */
export const callingCodeOf = (country: CountryCode): string => getCountryCallingCode(country)
