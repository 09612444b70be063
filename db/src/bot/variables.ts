// {{variables}} of texts that are sent: greetings, quick messages, campaigns' cousins. Pure; an unknown variable stays as it is.
import { localTime } from './opening-hours.ts'

export interface VariableValues {
  contactName: string
  /** Null until the server has counted the ticket. */
  ticketNumber: number | null
  now: Date
  timeZone: string
  language: 'pt' | 'en' | 'es'
}

const greetings: Record<VariableValues['language'], readonly [string, string, string, string]> = {
  pt: ['Boa madrugada', 'Bom dia', 'Boa tarde', 'Boa noite'],
  en: ['Good night', 'Good morning', 'Good afternoon', 'Good evening'],
  es: ['Buena madrugada', 'Buenos días', 'Buenas tardes', 'Buenas noches'],
}

export function fillVariables(text: string, values: VariableValues): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => variables.get(name)?.(values) ?? whole)
}

const variables: ReadonlyMap<string, (values: VariableValues) => string> = new Map([
  ['firstName', ({ contactName }: VariableValues) => contactName.trim().split(/\s+/)[0] ?? ''],
  ['name', ({ contactName }: VariableValues) => contactName.trim()],
  ['ms', dayPart],
  ['protocol', protocol],
  ['date', ({ now, timeZone }: VariableValues) => localTime(now, timeZone).date.split('-').toReversed().join('/')],
  ['hour', ({ now, timeZone }: VariableValues) => localTime(now, timeZone).clock],
])

/** By the six hours of the day: madrugada, dia, tarde, noite. */
function dayPart({ now, timeZone, language }: VariableValues) {
  const part = Math.floor(Number(localTime(now, timeZone).clock.slice(0, 2)) / 6)
  return greetings[language][part] ?? ''
}

function protocol({ now, timeZone, ticketNumber }: VariableValues) {
  return localTime(now, timeZone).date.replaceAll('-', '') + String(ticketNumber ?? '')
}
