// The people of a report as a spreadsheet has them.
import { t } from '@lingui/core/macro'
import { formatDateTime } from '../../../lib/text/date-time.ts'
import type { Person } from '../answers.ts'
import { stateWords } from './state-words.ts'

/** The header first. */
export function csvRows(people: readonly Person[], failureWords: (error: string) => string): string[][] {
  const time = (at: Date | null) => (at ? formatDateTime(at) : '')
  const head = [
    t`Nome`,
    t`Número`,
    t`E-mail`,
    t`Como está`,
    t`Versão`,
    t`Pergunta`,
    t`Confirmou`,
    t`Entregue`,
    t`Lida`,
    t`Respondeu`,
    t`Saiu`,
  ]
  const rows = people.map((person) => [
    person.name,
    person.number,
    person.email,
    person.error === null ? stateWords(person.state) : failureWords(person.error),
    person.variant === null ? '' : String(person.variant + 1),
    time(person.confirmationRequestedAt),
    time(person.confirmedAt),
    time(person.deliveredAt),
    time(person.readAt),
    time(person.answeredAt),
    time(person.optedOutAt),
  ])
  return [head, ...rows]
}
