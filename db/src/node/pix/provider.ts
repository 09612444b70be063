// What this installation asks of whoever takes money for it by Pix: a charge that somebody pays by a QR code, and what was paid.
// It knows no database: the caller keeps orders, charges and payments, and compares what was paid with what was asked.
import { ToldError } from '../../kit/told-error.ts'

export interface PixOrder {
  /** 26 to 35 letters and digits, ours, unique per receiver. */
  txid: string
  /** Reais, as '123.45'; more than '0.00'. */
  amount: string
  /** Whole seconds until it can't be paid any more. */
  expiresIn: number
  /** At most 140 characters; what the payer is shown. */
  description: string
}

export interface PixCharge {
  /** The order's. */
  txid: string
  /** BR Code: what the QR code shows and what is copied. */
  brCode: string
  /** Null: never. */
  expiresAt: Date | null
}

export interface PixPayment {
  /** Unique at the provider (Pix' endToEndId): whoever has credited it once is told of it again. */
  reference: string
  /** Of the charge that it pays. It may be anybody's: what comes in at the same key by other ways is told, too. */
  txid: string
  /** Reais, as '123.45'. It may be another than was asked. */
  amount: string
  paidAt: Date
}

export interface PixProvider {
  readonly kind: 'manual' | 'efi'
  /** The same txid again is the same charge: safe to repeat after a timeout. @throws PixError */
  charge(order: PixOrder): Promise<PixCharge>
  /** What was paid for it, empty while nothing was. @throws PixError */
  paymentsOf(txid: string): Promise<PixPayment[]>
  /**
   * All that came in between, each once, in no order: what a lost webhook is found by. It looks further back than `from`, for what is paid
   * is not at once listed; so consecutive periods tell some payments twice. @throws PixError
   */
  paymentsBetween(from: Date, to: Date): AsyncIterable<PixPayment>
}

export type PixErrorKind =
  /** The same again would be refused again. */
  | 'rejected'
  /** Passing: the same again may succeed. Of a charge nobody knows whether it was made; to repeat it is safe. */
  | 'unavailable'
  /** Nothing will succeed until whoever runs this installation changes its settings. */
  | 'misconfigured'

/** Its message has codes and the names of routes only: no secret, no txid, nothing that anybody wrote. */
export class PixError extends ToldError {
  readonly kind: PixErrorKind
  /** How long the provider wants to be left alone, in seconds; null when it did not say. */
  readonly retryAfter: number | null

  constructor(kind: PixErrorKind, message: string, retryAfter: number | null = null) {
    super(message)
    this.name = 'PixError'
    this.kind = kind
    this.retryAfter = retryAfter
  }
}

const txidPattern = /^[A-Za-z0-9]{26,35}$/
const amountPattern = /^(?:0|[1-9]\d{0,9})\.\d{2}$/
/** What fits into four bytes, as Pix has it. */
const maxSeconds = 2 ** 31 - 1
const maxDescription = 140

/** What no provider would take. @throws PixError of kind `rejected`, with the name of the field */
export function checkOrder({ txid, amount, expiresIn, description }: PixOrder): void {
  checkTxid(txid)
  if (!amountPattern.test(amount) || amount === '0.00') throw refused('amount')
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > maxSeconds) throw refused('expiresIn')
  if (description.length > maxDescription) throw refused('description')
}

/** @throws PixError of kind `rejected` */
export function checkTxid(txid: string): void {
  if (!txidPattern.test(txid)) throw refused('txid')
}

const refused = (field: keyof PixOrder) => new PixError('rejected', `no Pix order has such a ${field}`)
