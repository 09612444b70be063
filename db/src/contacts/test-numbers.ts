// Numbers for tests: what people type in Brazil, what WhatsApp itself gives, and an example of every country.
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import cases from './number-cases.json' with { type: 'json' }

export const brazil = { country: 'BR', areaCode: null }

/** Null: it is refused. */
export const typedNumbers = cases.typed as [text: string, digits: string | null][]
export const givenNumbers: readonly string[] = cases.given
export const sameNumbers = cases.same as [string, string][]

/** Digits, one of each country that has mobile phones. */
export const exampleNumbers: readonly string[] = getCountries().flatMap(
  (country) => getExampleNumber(country, examples)?.number.slice(1) ?? [],
)
