// What Postgres says when a transaction meets another one.
import postgres from 'postgres'

/** The error itself, or what caused it: Drizzle wraps what the client throws. */
export function postgresErrorOf(error: unknown): postgres.PostgresError | null {
  if (error instanceof postgres.PostgresError) return error
  return error instanceof Error && error.cause !== undefined ? postgresErrorOf(error.cause) : null
}

/** Name of the constraint that no two rows may meet, when that is what failed. */
export function violatedUnique(error: unknown): string | null {
  const cause = postgresErrorOf(error)
  return cause?.code === '23505' ? (cause.constraint_name ?? null) : null
}

/** Rows are named by whoever makes them. */
export const isPrimaryKey = (constraint: string) => constraint.endsWith('_pkey')

/** Up to three times; `attempt` is a whole transaction. @throws what the last one threw, or the first that is no collision */
export async function retryCollisions<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === 3 || !isWorthAnother(error)) throw error
    }
  }
}

/** A deadlock, or somebody was faster with what there may be one of: looked at again, the rule that asks first says it better. */
function isWorthAnother(error: unknown) {
  const { code } = postgresErrorOf(error) ?? {}
  const constraint = violatedUnique(error)
  return code === '40P01' || code === '40001' || (constraint !== null && !isPrimaryKey(constraint))
}
