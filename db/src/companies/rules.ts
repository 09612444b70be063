import { AppError } from '../kit/errors.ts'

export interface Standing {
  status: boolean
  operator: boolean
  dueDate: Date
}

/** Whether the company may log in and write at `now`. The operator's company always may. */
export function isInGoodStanding(company: Standing, now: Date, graceDays: number) {
  if (company.operator) return true
  return company.status && company.dueDate.getTime() + graceDays * 86_400_000 > now.getTime()
}

/** @throws AppError ERR_COMPANY_OFF, ERR_SUBSCRIPTION_EXPIRED with the due date */
export function assertGoodStanding(company: Standing, now: Date, graceDays: number) {
  if (!company.operator && !company.status) throw new AppError('ERR_COMPANY_OFF')
  if (!isInGoodStanding(company, now, graceDays)) {
    throw new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueDate: company.dueDate.toISOString() })
  }
}
