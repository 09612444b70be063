// What somebody has to know of a payment beside that it came in. Kept in the ledger's row, shown to the operator, and of what concerns the
// company's plan to its admins.

/** Of a plan's limit: more is in use than the plan has. */
export interface OverLimit {
  resource: string
  limit: number
  used: number
}

export type PaymentNotice =
  /** The code was made for, or from, a plan or recurrence that the company does not have any more: the money counts for the present plan. */
  | { kind: 'plan-moved'; wanted: string; present: string }
  /** The plan that was paid for is smaller than what is used: the money counts for the present plan. */
  | { kind: 'plan-too-small'; wanted: string; present: string; over: readonly OverLimit[] }
  /** Another amount than was owed came in: R$. */
  | { kind: 'amount'; owed: string; received: string }
  /** Somebody moved the due date after the payment that is reversed: it went back by as much as the payment had moved it. */
  | { kind: 'due-shifted' }
  /** The plan was set anew after the payment that is reversed, or is gone: it stays as it is. */
  | { kind: 'plan-kept'; present: string }
  /** After the reversal more is in use than the plan has. */
  | { kind: 'over-limits'; present: string; over: readonly OverLimit[] }

/** Of these the company's admins are told, too. */
export const concernsCompany = ({ kind }: PaymentNotice) => kind === 'plan-moved' || kind === 'plan-too-small'
