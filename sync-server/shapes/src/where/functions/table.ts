// All functions and operators, by their names.
import { dateFunctions } from './dates.ts'
import { decimalFunctions } from './decimals.ts'
import { fieldFunctions } from './fields.ts'
import { floatFunctions } from './floats.ts'
import { foreignSignatures } from './foreign.ts'
import { integerFunctions } from './integers.ts'
import type { Signature } from './signature.ts'
import { textFunctions } from './texts.ts'
import { zoneFunctions } from './zones.ts'

export const signatures: ReadonlyMap<string, readonly Signature[]> = Map.groupBy(
  [
    ...integerFunctions,
    ...decimalFunctions,
    ...floatFunctions,
    ...textFunctions,
    ...dateFunctions,
    ...fieldFunctions,
    ...zoneFunctions,
    ...foreignSignatures,
  ],
  ({ name }) => name,
)
