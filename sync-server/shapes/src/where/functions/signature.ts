// What functions and operators there are: a name, types of arguments and of the result, and what the values make.
import { typeNamed, type Type } from '../types/types.ts'

/** Values are texts as Postgres prints them. @throws EvaluationError where Postgres raises an error. */
export type Run = (a: string, b: string, c: string) => string | null

/** What an argument must be beside its type, so that its meaning is known, or its cost bounded. */
export interface Demand {
  /** Its place, from 0. */
  argument: number
  /** A constant, which `accepts` is asked about; or a whole number by its own type. */
  must: 'be constant' | 'be an integer'
  /** Whether it is understood; all constants are where this is missing. */
  accepts?: (value: string) => boolean
}

/** A function of Postgres' whose arguments are of just these types. */
export interface Signature {
  name: string
  args: readonly string[]
  /** Missing where only Postgres has it. */
  made?: {
    result: Type
    /** Not asked where an argument is NULL: the result is NULL then. Those for which it isn't stand in conditional.ts. */
    run: Run
    demands: readonly Demand[]
    /** Knows no letters but ASCII's, so that its texts need COLLATE "C". */
    ascii: boolean
  }
}

/** `types`: of the arguments, then → and that of the result: 'date int4 → date'. */
export function define(
  name: string,
  types: string,
  run: Run,
  { demands = [], ascii = false }: { demands?: readonly Demand[]; ascii?: boolean } = {},
): Signature {
  const [given = '', resultName = ''] = types.split(' → ')
  const result = typeNamed(resultName)
  if (!result) throw new Error(`no type ${resultName}`)
  return { name, args: given.split(' '), made: { result, run, demands, ascii } }
}
