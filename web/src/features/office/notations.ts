// How the office's values are typed.
import { localInstant } from 'db/companies/local-instant.ts'
import { localTime } from 'db/bot/opening-hours.ts'
import type { Notation } from '../../components/resource-form/check-fields.ts'

/** Reais with a comma or a point: '199,90'. */
export const reais: Notation<number | null> = {
  write: (value) => (value === null ? '' : value.toFixed(2).replace('.', ',')),
  read(text) {
    const plain = text
      .trim()
      .replace(/\.(?=\d{3})/g, '')
      .replace(',', '.')
    if (plain === '') return null
    return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN
  },
}

/** A date as inputs have it, in the company's zone. */
export const dateIn = (at: Date, timeZone: string) => localTime(at, timeZone).date

/** Noon of that day: the same day everywhere in the country. */
export const noonOf = (date: string, timeZone: string) => localInstant(date, '12:00', timeZone)
