// Reads a shared contact (vCard) as WhatsApp writes it: FN for the name, TEL lines whose `waid` is the number on WhatsApp. Pure.
// Invariant: whatever a stranger put into it, the result is a short name and a few numbers made of digits.

import { caps } from './clean.ts'

/** Pictures within a card may be long: their lines are passed over, so it takes no longer than looking for the others' beginnings. */
const wanted = /^(?:[\w-]{1,40}\.)?(?:FN|TEL)[;:].*(?:\r?\n[ \t].*)*/gim
/** More than any card has of the lines that are looked at. */
const maxLines = 200
const maxLine = 4_096

export interface SharedContact {
  name: string
  /** Digits. */
  numbers: string[]
}

export function readVcard(vcard: string, displayName: string): SharedContact {
  const lines = linesOf(vcard).map(lineOf)
  const name = displayName || lines.find((line) => line.field === 'FN')?.value || ''
  const numbers = lines.filter((line) => line.field === 'TEL').map(numberOf)
  return {
    name: unescape(name.slice(0, maxLine)).slice(0, caps.line),
    numbers: [...new Set(numbers.filter((number) => number !== ''))].slice(0, caps.numbers),
  }
}

function linesOf(vcard: string): string[] {
  const lines: string[] = []
  for (const [line] of vcard.matchAll(wanted)) {
    lines.push(
      line
        .slice(0, maxLine)
        .replaceAll(/\r?\n[ \t]/g, '')
        .trimEnd(),
    )
    if (lines.length === maxLines) break
  }
  return lines
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
