// The voices that answers may be spoken with, as Azure names them without language and kind.
export const noVoice = 'texto'

export const voices = [
  'Francisca',
  'Antonio',
  'Brenda',
  'Donato',
  'Elza',
  'Fabio',
  'Giovanna',
  'Humberto',
  'Julio',
  'Leila',
  'Leticia',
  'Manuela',
  'Nicolau',
  'Valerio',
  'Yara',
] as const

/** As the specification's client sends it: pt-BR-FranciscaNeural. */
export const voiceNames = [noVoice, ...voices.map((name) => `pt-BR-${name}Neural` as const)] as const
