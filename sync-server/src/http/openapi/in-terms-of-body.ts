// What a mutation refuses in its arguments, told in the words of the body that REST was sent.
import { AppError } from 'db/kit/errors.ts'

/** A caller who sent `name` is told of `name`, where the mutation has it at `changes.name.to`. */
export async function inTermsOfBody<T>(apply: () => Promise<T>): Promise<T> {
  try {
    return await apply()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_VALIDATION') throw error
    const { fields, ...rest } = error.details ?? {}
    const named = Object.entries(fields ?? {}).map(([path, said]) => [
      path.replace(/^changes\.(\w+)\.to\b/, '$1'),
      said,
    ])
    throw new AppError('ERR_VALIDATION', { ...rest, fields: Object.fromEntries(named) })
  }
}
