/**
 * What Postgres raises for a value, such as a division by zero. The row is then not in the shape. Each is made once, without a stack: a clause
 * may meet one in every row.
 */
export class EvaluationError extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
  }
}

export const divisionByZero = new EvaluationError('division by zero')
export const outOfRange = new EvaluationError('out of range')
/** Not an error of Postgres': what takes more memory or time than a clause may. */
export const tooLarge = new EvaluationError('too large for a clause')
