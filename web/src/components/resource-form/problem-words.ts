import { t } from '@lingui/core/macro'
import type { Problem } from './check-fields.ts'

export function problemWords(problem: Problem): string {
  switch (problem.kind) {
    case 'required':
      return t`Obrigatório`
    case 'too-short':
      return t`Muito curto!`
    case 'too-long':
      return t`Muito longo!`
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
