// Where a company uses more than a plan has, in words: for whoever pays, and for the operator.
import { plural, t } from '@lingui/core/macro'
import * as v from 'valibot'

export const overAnswer = v.array(v.object({ resource: v.string(), limit: v.number(), used: v.number() }))
export type Over = v.InferOutput<typeof overAnswer>[number]

export const overWords = (over: readonly Over[]): string => over.map(each).join(' ')

function each({ resource, limit, used }: Over): string {
  switch (resource) {
    case 'users':
      return plural(used, {
        one: `Há # usuário, e o plano tem ${limit}.`,
        other: `Há # usuários, e o plano tem ${limit}.`,
      })
    case 'connections':
      return plural(used, {
        one: `Há # conexão, e o plano tem ${limit}.`,
        other: `Há # conexões, e o plano tem ${limit}.`,
      })
    case 'queues':
      return plural(used, { one: `Há # fila, e o plano tem ${limit}.`, other: `Há # filas, e o plano tem ${limit}.` })
    case 'campaigns':
      return plural(used, {
        one: `Há # campanha que não terminou, e o plano tem ${limit}.`,
        other: `Há # campanhas que não terminaram, e o plano tem ${limit}.`,
      })
    case 'schedules':
      return plural(used, {
        one: `Há # agendamento à espera, e o plano tem ${limit}.`,
        other: `Há # agendamentos à espera, e o plano tem ${limit}.`,
      })
    default:
      return t`${resource}: ${used} (o plano tem ${limit}).`
  }
}
