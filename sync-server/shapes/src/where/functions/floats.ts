// float4 and float8, as IEEE 754 has them. No powers, logarithms and the like: they differ from machine to machine.
import { floatOperation, mapFloat, roundHalfEven, squareRoot, type FloatType } from '../types/floats.ts'
import { define, type Signature } from './signature.ts'

const types = ['float4', 'float8'] as const
const pairs: readonly (readonly [FloatType, FloatType])[] = types.flatMap((a) => types.map((b) => [a, b] as const))

const ofBoth = {
  '-': (value: number) => -value,
  '+': (value: number) => value,
  '@': Math.abs,
  abs: Math.abs,
}

const ofFloat8 = {
  round: roundHalfEven,
  ceil: Math.ceil,
  ceiling: Math.ceil,
  floor: Math.floor,
  trunc: Math.trunc,
  // Zero of either sign becomes zero without one, and so does what is no number.
  sign: (value: number) => (value > 0 ? 1 : value < 0 ? -1 : 0),
  sqrt: squareRoot,
  '|/': squareRoot,
}

export const floatFunctions: readonly Signature[] = [
  ...['+', '-', '*', '/'].flatMap((name) =>
    pairs.map((pair) => {
      const result = pair.includes('float8') ? 'float8' : 'float4'
      return define(name, `${pair.join(' ')} → ${result}`, floatOperation(name, pair))
    }),
  ),
  ...Object.entries(ofBoth).flatMap(([name, map]) =>
    types.map((type) => define(name, `${type} → ${type}`, mapFloat(type, map))),
  ),
  ...Object.entries(ofFloat8).map(([name, map]) => define(name, 'float8 → float8', mapFloat('float8', map))),
]
