// BR Codes: what a Pix QR code shows. A row of fields, each of a tag (2 digits), the length of its value (2 digits) and the value; the last
// one is a checksum over all before. Static codes, of a key, by pix-utils; dynamic ones, of a charge's address, by hand, for pix-utils
// leaves out of them that they are for one payment.
import { createStaticPix, hasError } from 'pix-utils'
import { isPixKey } from './pix-key.ts'
import { PixError } from './provider.ts'

export interface PixReceiver {
  /** As the directory has it (`toPixKey`). */
  key: string
  /** Whom the payer sees, cut after 25 characters; accents are left out, as of the city. */
  name: string
  /** Cut after 15 characters. */
  city: string
}

export interface StaticBrCode extends PixReceiver {
  /** Reais, as '123.45'. */
  amount: string
  /** At most 25 letters and digits. */
  txid: string
  /** Shown to the payer, cut to what fits beside the key. */
  info: string
}

const maxName = 25
const maxCity = 15
/** Of key and info together: their field has 99 characters, and 26 are the scheme's name and headings. */
const maxKeyAndInfo = 73

/** @throws PixError of kind `misconfigured`, when no code can be made for this receiver; `rejected` for such a txid */
export function staticBrCode({ key, name, city, amount, txid, info }: StaticBrCode): string {
  // pix-utils takes dashes in it, and banks don't.
  if (!/^[A-Za-z0-9]{1,25}$/.test(txid)) throw new PixError('rejected', 'no static BR Code has such a txid')
  if (!isPixKey(key)) throw new PixError('misconfigured', 'the receiver has no Pix key')
  const receiver = { merchantName: plain(name, maxName), merchantCity: plain(city, maxCity) }
  if (!receiver.merchantName) throw new PixError('misconfigured', 'the receiver of Pix has no name')
  if (!receiver.merchantCity) throw new PixError('misconfigured', 'the receiver of Pix has no city')
  const infoAdicional = plain(info, Math.max(0, maxKeyAndInfo - key.length))
  const made = createStaticPix({ ...receiver, pixKey: key, txid, transactionAmount: Number(amount), infoAdicional })
  if (hasError(made)) throw new PixError('misconfigured', 'pix-utils makes no BR Code of this receiver')
  // Its own checksum is wrong when the txid ends with 6304, for it then takes that for a checksum's heading.
  return withChecksum(made.toBRCode().slice(0, -8))
}

/** The code of a charge that a provider keeps at an address (without https://), in its name and city. */
export function dynamicBrCode({ location, name, city }: { location: string; name: string; city: string }): string {
  return withChecksum(
    [
      field('00', '01'),
      field('01', '12'),
      field('26', field('00', 'BR.GOV.BCB.PIX') + field('25', location)),
      field('52', '0000'),
      field('53', '986'),
      field('58', 'BR'),
      field('59', plain(name, maxName)),
      field('60', plain(city, maxCity)),
      field('62', field('05', '***')),
    ].join(''),
  )
}

const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`

function withChecksum(fields: string): string {
  const headed = `${fields}6304`
  return headed + crc16(headed)
}

/** CRC-16 with polynomial 1021 from FFFF on, as four hexadecimal digits in capitals. The text is ASCII. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** What banks' apps show of it: no accents, nothing beyond ASCII, no two spaces. Empty when nothing is left. */
const plain = (text: string, length: number) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim()
    .slice(0, length)
    .trim()
