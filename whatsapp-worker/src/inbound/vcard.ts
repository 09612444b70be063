// Reads a shared contact (vCard) as WhatsApp writes it: FN for the name, TEL lines whose `waid` is the number on WhatsApp. Pure.
// Invariant: whatever a stranger put into it, the result is a short name and a few numbers made of digits.

const maxText = 65_536
const maxName = 255
const maxNumbers = 20

export interface SharedContact {
  name: string
  /** Digits. */
  numbers: string[]
}

export function readVcard(vcard: string, displayName: string): SharedContact {
  const lines = vcard
    .slice(0, maxText)
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .map(lineOf)
  const name = displayName || lines.find((line) => line.field === 'FN')?.value || ''
  const numbers = lines.filter((line) => line.field === 'TEL').map(numberOf)
  return {
    name: unescape(name).slice(0, maxName),
    numbers: [...new Set(numbers.filter((number) => number !== ''))].slice(0, maxNumbers),
  }
}

interface Line {
  /** Without the group before it: `item1.TEL`. */
  field: string
  params: string
  value: string
}

function lineOf(line: string): Line {
  const colon = line.indexOf(':')
  if (colon === -1) return { field: '', params: '', value: '' }
  const [field = '', ...params] = line.slice(0, colon).split(';')
  return {
    field: (field.split('.').at(-1) ?? '').toUpperCase(),
    params: params.join(';'),
    value: line.slice(colon + 1),
  }
}

function numberOf({ params, value }: Line) {
  const onWhatsApp = /(?:^|;)waid=(\d{5,20})(?:;|$)/i.exec(params)?.[1]
  return onWhatsApp ?? value.replaceAll(/\D/g, '').slice(0, 20)
}

const unescape = (text: string) =>
  text
    .replaceAll(/\\([\\,;])/g, '$1')
    .replaceAll(/\\n/gi, ' ')
    .trim()
