import { plural, t } from '@lingui/core/macro'
import type { Problem } from './check-fields.ts'

export function problemWords(problem: Problem): string {
  switch (problem.kind) {
    case 'required':
      return t`Obrigatório`
    case 'too-short': {
      const { limit } = problem
      return plural(limit, { one: 'Muito curto: pelo menos # letra.', other: 'Muito curto: pelo menos # letras.' })
    }
    case 'too-long': {
      const { limit } = problem
      return plural(limit, { one: 'Muito longo: até # letra.', other: 'Muito longo: até # letras.' })
    }
    case 'not-whole':
      return t`Use um número inteiro.`
    case 'not-email':
      return t`E-mail inválido`
    case 'too-high': {
      const { limit } = problem
      return t`No máximo ${limit}.`
    }
    case 'invalid':
      return t`Valor inválido.`
  }
}
