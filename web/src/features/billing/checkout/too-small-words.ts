import { plural, t } from '@lingui/core/macro'
import { AppError } from 'db/kit/errors.ts'
import * as v from 'valibot'

const details = v.object({
  over: v.array(v.object({ resource: v.string(), limit: v.number(), used: v.number() })),
})
type Over = v.InferOutput<typeof details>['over'][number]

/** What of a plan is too little for what the company uses. */
export function tooSmallWords(error: unknown): string {
  const read = v.safeParse(details, error instanceof AppError ? error.details : undefined)
  const over = read.success ? read.output.over.map(overWords).join(' ') : ''
  return `${t`Este plano é pequeno para o que a empresa usa.`} ${over}`.trim()
}

function overWords({ resource, limit, used }: Over): string {
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
    default:
      return `${resource}: ${used} > ${limit}.`
  }
}
