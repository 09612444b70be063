import type { PlanOption } from '../../../components/plan-choice.tsx'
import type { Invoice } from '../answers.ts'

/** R$: what the invoice says for the own plan, else the plan's own price for as many months. The server reckons for itself. Pure. */
export function priceOf({ value, months }: Pick<Invoice, 'value' | 'months'>, plan: Pick<PlanOption, 'own' | 'value'>) {
  return plan.own ? value : (Math.round(plan.value * 100) * months) / 100
}
