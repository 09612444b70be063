// A contact card as WhatsApp takes it: vCard 3.0, the number's WhatsApp id beside it. Names come from people, so they are escaped.

export interface Person {
  name: string
  /** Digits. */
  numbers: readonly string[]
}

export function vcardOf({ name, numbers }: Person): string {
  const shown = escape(name || numbers[0] || '')
  const phones = numbers.map((number) => `TEL;type=CELL;waid=${number}:+${number}`)
  return ['BEGIN:VCARD', 'VERSION:3.0', `N:;${shown};;;`, `FN:${shown}`, ...phones, 'END:VCARD'].join('\n')
}

/** RFC 2426: a line break would begin a field of the sender's choice. */
const escape = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
