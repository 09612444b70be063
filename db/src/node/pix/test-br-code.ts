// A BR Code as a bank's app reads it, by the central bank's manual and not by the library that writes it; for tests.
import { crc16 } from './br-code.ts'

export interface ReadBrCode {
  /** Of a static code; undefined of a dynamic one, as `info` is. */
  key: string | undefined
  info: string | undefined
  /** Of a dynamic code. */
  location: string | undefined
  /** Whether it says that it is for one payment. */
  isForOnePayment: boolean
  amount: string | undefined
  name: string
  city: string
  txid: string
}

/** Null when it is none: a field that is cut, doubled or too long, one that must be there and is not, a wrong checksum. */
export function readBrCode(code: string): ReadBrCode | null {
  if (!/^[\x20-\x7e]+$/.test(code) || crc16(code.slice(0, -4)) !== code.slice(-4)) return null
  const fields = readFields(code)
  const pix = readFields(fields?.get('26') ?? '')
  const more = readFields(fields?.get('62') ?? '')
  if (!fields || !pix || !more || [...fields.keys()].at(-1) !== '63') return null
  const fixed = { '00': '01', '52': '0000', '53': '986', '58': 'BR' }
  if (Object.entries(fixed).some(([tag, value]) => fields.get(tag) !== value)) return null
  const [key, info, location] = [pix.get('01'), pix.get('02'), pix.get('25')]
  if (pix.get('00')?.toLowerCase() !== 'br.gov.bcb.pix' || (key === undefined) === (location === undefined)) return null
  const [name = '', city = '', txid = ''] = [fields.get('59'), fields.get('60'), more.get('05')]
  if (!name || name.length > 25 || !city || city.length > 15) return null
  if (!/^([A-Za-z0-9]{1,25}|\*{3})$/.test(txid)) return null
  return { key, info, location, isForOnePayment: fields.get('01') === '12', amount: fields.get('54'), name, city, txid }
}

/** Tag → value, in their order; null when the text is no row of fields. */
function readFields(text: string): Map<string, string> | null {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    const [, tag, length] = /^(\d{2})(\d{2})/.exec(text.slice(at)) ?? []
    const end = at + 4 + Number(length)
    if (!tag || fields.has(tag) || Number(length) === 0 || end > text.length) return null
    fields.set(tag, text.slice(at + 4, end))
    at = end
  }
  return fields
}
