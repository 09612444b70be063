// What every door holds a new password against, before anything is written.
import { companies } from 'db/companies/table.ts'
import { commonPasswords } from 'db/users/common-passwords.ts'
import { assertGoodPassword, type PasswordOwner } from 'db/users/password-strength.ts'
import { users } from 'db/users/table.ts'
import { and, eq } from 'drizzle-orm'
import type { Services } from '../http/context.ts'

type Parts = Pick<Services, 'db' | 'env'>

/** @throws AppError ERR_VALIDATION of `field` */
export function assertGood({ env }: Pick<Parts, 'env'>, password: string, owner: PasswordOwner, field?: string): void {
  assertGoodPassword(password, owner, { min: env.PASSWORD_MIN_LENGTH, common: commonPasswords, field })
}

/** Of a user that there is; nothing is said of others'. @throws AppError ERR_VALIDATION of `password` */
export async function assertGoodOf(
  { db, env }: Parts,
  password: string,
  { id, companyId }: { id: string; companyId: string },
): Promise<void> {
  const [owner] = await db.orm
    .select({ email: users.email, company: companies.name })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.id, id), eq(users.companyId, companyId)))
  assertGood({ env }, password, owner ?? { email: null, company: null })
}

/** Of somebody whom a company adds. @throws AppError ERR_VALIDATION of `password` */
export async function assertGoodIn({ db, env }: Parts, password: string, companyId: string, email: string) {
  const [company] = await db.orm.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId))
  assertGood({ env }, password, { email, company: company?.name ?? null })
}
