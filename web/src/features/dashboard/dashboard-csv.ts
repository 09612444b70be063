// The dashboard as a spreadsheet has it: blocks below each other, durations in minutes. Pure.
import { t } from '@lingui/core/macro'
import type { Dashboard } from './answers.ts'
import { dayWords } from './figures.ts'
import { weekdayNames } from './weekdays.ts'

export function csvRows(data: Dashboard, language: string): string[][] {
  return [
    [t`Período`, dayWords(data.from), dayWords(data.to)],
    [],
    ...counterRows(data, language),
    [],
    ...peopleRows(data, language),
    [],
    ...queueRows(data, language),
    [],
    [t`Dia`, t`Abertos`, t`Finalizados`],
    ...data.days.map(({ day, opened, supportFinished }) => [dayWords(day), String(opened), String(supportFinished)]),
    [],
    [t`Dia da semana`, ...Array.from({ length: 24 }, (_, hour) => `${hour} h`)],
    ...weekdayNames(language).map(({ long }, at) => [long, ...(data.weekdays[at] ?? []).map(String)]),
  ]
}

const written = (value: number | null, language: string) =>
  value === null ? '' : value.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 2 })

function counterRows({ counters, before }: Dashboard, language: string): string[][] {
  const number = (value: number | null) => written(value, language)
  const names = {
    opened: t`Abertos`,
    supportFinished: t`Finalizados`,
    leads: t`Leads`,
    avgWaitTime: t`Espera média (min)`,
    avgFirstAnswerTime: t`Primeira resposta (min)`,
    avgSupportTime: t`Duração média (min)`,
    rating: t`Avaliação (1 a 3)`,
    ratings: t`Avaliações`,
  }
  return [
    ['', t`No período`, t`No período anterior`],
    ...Object.entries(names).map(([key, name]) => {
      const of = key as keyof typeof names
      return [name, number(counters[of]), number(before[of])]
    }),
    [t`Aguardando agora`, String(counters.supportPending)],
    [t`Em atendimento agora`, String(counters.supportHappening)],
  ]
}

function peopleRows({ attendants, formerAttendants: former }: Dashboard, language: string): string[][] {
  const number = (value: number | null) => written(value, language)
  const rest = former ? [{ ...former, name: t`Quem já saiu`, online: false, open: 0 }] : []
  return [
    [
      t`Atendente`,
      t`Online`,
      t`Em atendimento agora`,
      t`Fechados hoje`,
      t`Finalizados`,
      t`Primeira resposta (min)`,
      t`Duração média (min)`,
      t`Avaliação (1 a 3)`,
      t`Avaliações`,
    ],
    ...[...attendants, ...rest].map((person) => [
      person.name,
      person.online ? t`sim` : t`não`,
      String(person.open),
      String(person.closedToday),
      String(person.supportFinished),
      number(person.avgFirstAnswerTime),
      number(person.avgSupportTime),
      number(person.rating),
      String(person.ratings),
    ]),
  ]
}

function queueRows({ queues }: Dashboard, language: string): string[][] {
  return [
    [t`Fila`, t`Aguardando agora`, t`Em atendimento agora`, t`Abertos`, t`Finalizados`, t`Espera média (min)`],
    ...queues.map((queue) => [
      queue.name ?? t`Sem fila`,
      String(queue.waiting),
      String(queue.open),
      String(queue.opened),
      String(queue.supportFinished),
      written(queue.avgWaitTime, language),
    ]),
  ]
}
