// Time zones as people know them: Brazil's by their cities and states, the others by their city, each with what its clock shows now.
// Pure but for the names of regions.
import { t } from '@lingui/core/macro'

export interface ZoneChoice {
  value: string
  label: string
}

/** With the states whose clock it is; several have the same time now, and had others before. */
const brazil: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'São Paulo, Brasília (DF, ES, GO, MG, PR, RJ, RS, SC, SP)',
  'America/Bahia': 'Salvador (BA)',
  'America/Recife': 'Recife (PE)',
  'America/Fortaleza': 'Fortaleza (CE, MA, PB, PI, RN)',
  'America/Maceio': 'Maceió (AL, SE)',
  'America/Belem': 'Belém (AP, PA)',
  'America/Santarem': 'Santarém (PA)',
  'America/Araguaina': 'Palmas (TO)',
  'America/Campo_Grande': 'Campo Grande (MS)',
  'America/Cuiaba': 'Cuiabá (MT)',
  'America/Manaus': 'Manaus (AM)',
  'America/Porto_Velho': 'Porto Velho (RO)',
  'America/Boa_Vista': 'Boa Vista (RR)',
  'America/Rio_Branco': 'Rio Branco (AC)',
  'America/Eirunepe': 'Eirunepé (AM)',
  'America/Noronha': 'Fernando de Noronha (PE)',
}

/** 'GMT-3', 'GMT+5:30', 'GMT'. */
export function offsetOf(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** 'Manaus (AM)', 'Lisbon, Europa', 'UTC'. */
export function zoneName(zone: string): string {
  const known = brazil[zone]
  if (known !== undefined) return known
  const [region = '', ...places] = zone.split('/')
  const place = places.toReversed().join(', ').replaceAll('_', ' ')
  return place === '' ? zone : `${place}, ${regionName(region)}`
}

export const zoneChoice = (zone: string, now: Date): ZoneChoice => ({
  value: zone,
  label: `${zoneName(zone)} · ${offsetOf(zone, now)}`,
})

/** Brazil's first, then all that this browser knows; `current` is among them whatever it is. */
export function zoneGroups(current: string, now: Date): { value: string; items: ZoneChoice[] }[] {
  const others = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current].filter((zone) => !(zone in brazil)))
  const items = (zones: Iterable<string>) => [...zones].map((zone) => zoneChoice(zone, now))
  const byName = (a: ZoneChoice, b: ZoneChoice) => a.label.localeCompare(b.label)
  return [
    { value: t`Brasil`, items: items(Object.keys(brazil)) },
    { value: t`Outros países`, items: items(others).toSorted(byName) },
  ]
}

function regionName(region: string): string {
  switch (region) {
    case 'Africa':
      return t`África`
    case 'America':
      return t`América`
    case 'Antarctica':
      return t`Antártida`
    case 'Arctic':
      return t`Ártico`
    case 'Asia':
      return t`Ásia`
    case 'Atlantic':
      return t`Atlântico`
    case 'Australia':
      return t`Austrália`
    case 'Europe':
      return t`Europa`
    case 'Indian':
      return t`Índico`
    case 'Pacific':
      return t`Pacífico`
    default:
      return region
  }
}
