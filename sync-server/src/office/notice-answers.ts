// What is told of a payment that was not as the payer meant it, and of limits that are exceeded, as answers have it.
import * as v from 'valibot'

export const overAnswer = v.object({ resource: v.string(), limit: v.number(), used: v.number() })

export const noticeAnswer = v.object({
  kind: v.picklist(['plan-moved', 'plan-too-small', 'amount', 'due-shifted', 'plan-kept', 'over-limits']),
  /** The plan that was paid for, and the one that the company has. */
  wanted: v.optional(v.string()),
  present: v.optional(v.string()),
  over: v.optional(v.array(overAnswer)),
  /** R$ '123.45'. */
  owed: v.optional(v.string()),
  received: v.optional(v.string()),
  /** Whether the money moved the due date; false: it was too little. */
  renewed: v.optional(v.boolean()),
})
