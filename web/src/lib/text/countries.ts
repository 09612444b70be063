// Countries as people know them, in the app's language, with what one dials before their numbers.
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { callingCodeOf, countries, isCountry } from 'db/contacts/phone-number.ts'

interface CountryChoice {
  value: string
  label: string
}

/** 'Brasil (+55)'. */
export function countryChoice(country: string): CountryChoice {
  const name = new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(country) ?? country
  return { value: country, label: isCountry(country) ? `${name} (+${callingCodeOf(country)})` : name }
}

export function countryGroups(): { value: string; items: CountryChoice[] }[] {
  const items = countries().map(countryChoice)
  return [{ value: t`Países`, items: items.toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale)) }]
}
