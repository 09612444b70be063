// What Efí says, in answers and in webhooks, as far as anything here depends on it. Lenient where its own documentation differs from itself.
import * as v from 'valibot'
import { wholeNumber, type EfiAnswer } from './efi-http.ts'
import { PixError, type PixPayment } from './provider.ts'

const amount = v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{2}$/))

const time = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
  v.date(),
)

/** A Pix that came in. Those that were sent have no txid. */
const pix = v.pipe(
  v.object({
    endToEndId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/)),
    txid: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,35}$/)),
    valor: amount,
    horario: time,
  }),
  v.transform(({ endToEndId, txid, valor, horario }): PixPayment => {
    return { reference: endToEndId, txid, amount: valor, paidAt: horario }
  }),
)

const listOfPix = v.object({ pix: v.array(v.unknown()) })

/** What is no payment of a charge is left out, whatever it is. */
const paymentsIn = (list: readonly unknown[]): PixPayment[] =>
  list.flatMap((item) => {
    const parsed = v.safeParse(pix, item)
    return parsed.success ? [parsed.output] : []
  })

/**
 * The payments that a call of the webhook tells of: several, or none when it is a trial, tells of a Pix that was sent, or is anybody's
 * nonsense. Nothing of it is signed: ask `paymentsOf` before any of it is believed. A payment that was given back is told again.
 */
export function readWebhook(body: unknown): PixPayment[] {
  const parsed = v.safeParse(listOfPix, body)
  return parsed.success ? paymentsIn(parsed.output.pix) : []
}

export interface EfiCharge {
  txid: string
  status: string
  amount: string
  expiresAt: Date
  /** Not told of a charge that was paid. */
  brCode: string | undefined
  /** Where the payer's bank finds it, without https://. */
  location: string | undefined
  payments: PixPayment[]
}

const chargeAnswer = v.pipe(
  v.object({
    txid: v.string(),
    status: v.string(),
    calendario: v.object({ criacao: time, expiracao: wholeNumber }),
    valor: v.object({ original: amount }),
    pixCopiaECola: v.optional(v.pipe(v.string(), v.regex(/^000201[\x20-\x7e]{1,600}$/))),
    location: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,77}$/))),
    pix: v.optional(v.array(v.unknown()), []),
  }),
  v.transform(({ txid, status, calendario, valor, pixCopiaECola, location, pix: list }): EfiCharge => {
    const expiresAt = new Date(calendario.criacao.getTime() + calendario.expiracao * 1000)
    // Within a charge nothing says again whose it is.
    const payments = paymentsIn(list.map((item) => (item && typeof item === 'object' ? { ...item, txid } : item)))
    return { txid, status, amount: valor.original, expiresAt, brCode: pixCopiaECola, location, payments }
  }),
)

const pageAnswer = v.pipe(
  v.object({
    parametros: v.object({ paginacao: v.object({ quantidadeDePaginas: wholeNumber }) }),
    pix: v.array(v.unknown()),
  }),
  v.transform(({ parametros, pix: list }) => ({
    pages: parametros.paginacao.quantidadeDePaginas,
    /** Also of what is no payment of a charge. */
    count: list.length,
    payments: paymentsIn(list),
  })),
)

/** @throws PixError, also when it is no charge */
export const readCharge = (answer: EfiAnswer, what: string): EfiCharge => read(chargeAnswer, answer, what)

/** @throws PixError, also when it is no page */
export const readPage = (answer: EfiAnswer, what: string) => read(pageAnswer, answer, what)

function read<const Schema extends v.GenericSchema>(schema: Schema, answer: EfiAnswer, what: string) {
  checkAnswer(answer, what)
  const parsed = v.safeParse(schema, answer.body)
  if (parsed.success) return parsed.output
  // Something between us and Efí, or a bad day: nothing that was asked is wrong.
  throw new PixError('unavailable', `what Efí answered to ${what} is not understood`)
}

/** @throws PixError unless it is one of success */
export function checkAnswer(answer: EfiAnswer, what: string): void {
  const { status, retryAfter } = answer
  if (status >= 200 && status < 300) return
  const name = nameOf(answer)
  throw new PixError(kindOf(status, name), `Efí answered ${status} ${name || 'without a name'} to ${what}`, retryAfter)
}

function kindOf(status: number, name: string) {
  if (status === 408 || status === 429 || status >= 500) return 'unavailable'
  // No right to ask, not our key, and answers of something that is not Efí.
  if (status < 400 || status === 401 || status === 403 || name === 'chave_invalida' || !name) return 'misconfigured'
  return 'rejected'
}

const named = v.union([
  v.pipe(
    v.object({ nome: v.pipe(v.string(), v.regex(/^\w{1,60}$/)) }),
    v.transform(({ nome }) => nome),
  ),
  // The central bank's shape: an address that ends with the name.
  v.pipe(
    v.object({ type: v.pipe(v.string(), v.maxLength(200), v.regex(/\/\w{1,60}$/)) }),
    v.transform(({ type }) => type.slice(type.lastIndexOf('/') + 1)),
  ),
])

/** What Efí calls the error; empty when it says none. */
export function nameOf({ body }: EfiAnswer): string {
  const parsed = v.safeParse(named, body)
  return parsed.success ? parsed.output : ''
}
