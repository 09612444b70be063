// A company's own billing system, as the look-up knows all of them. One file here each, which alone knows its protocol.
// Invariant: what an answer says is believed only in the form that it must have; anything else is a failure, never a guess about money.
import { ToldError } from 'db/kit/told-error.ts'

export interface Customer {
  /** By which the system finds them again. */
  ref: string
  name: string
}

export interface Bill {
  id: string
  cents: number
  /** 'YYYY-MM-DD'. */
  due: string
  description: string
  /** Page of the bill, for whoever pays otherwise; null: there is none. */
  link: string | null
}

/** How a bill is paid; null: not in this way. */
export interface Payable {
  line: string | null
  pix: string | null
  pdf: Buffer | null
}

export interface BillingSystem {
  name: 'asaas' | 'ixc' | 'mkauth'
  /** `document`: digits, or a CNPJ of letters and digits, as it was checked. @throws SystemFailed */
  find(document: string, signal: AbortSignal): Promise<Customer[]>
  /** All that are open. @throws SystemFailed */
  bills(ref: string, signal: AbortSignal): Promise<Bill[]>
  /** @throws SystemFailed */
  payable(bill: Bill, signal: AbortSignal): Promise<Payable>
}

/** `reason` may be logged: it is a word of ours or a status, never what was answered. */
export class SystemFailed extends ToldError {
  override name = 'SystemFailed'
}
