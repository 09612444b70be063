// By person: what they have now, and how they did. Who is here comes first, then who has most to do.
import { useLingui } from '@lingui/react/macro'
import type { AttendantFigures, Dashboard } from './answers.ts'
import type { Figure, Shown } from './behind.tsx'
import { durationWords, ratingWords } from './figures.ts'
import { FiguresTable, type FigureCell } from './figures-table.tsx'

interface AttendantsTableProps {
  data: Dashboard
  onShow(shown: Shown): void
}

type Person = Omit<AttendantFigures, 'id' | 'name' | 'online' | 'open'> & {
  userId: string
  name: string
  online: boolean | null
  open: number
}

export function AttendantsTable({ data, onShow }: AttendantsTableProps) {
  const { t } = useLingui()
  const cellsOf = useCells(data, onShow)
  const former = data.formerAttendants
  const people: Person[] = [
    ...inOrder(data.attendants).map(({ id, ...person }) => ({ ...person, userId: id })),
    ...(former ? [{ ...former, userId: 'former', name: t`Quem já saiu`, online: null, open: 0 }] : []),
  ]
  return (
    <FiguresTable
      label={t`Atendentes`}
      heads={[
        t`Atendente`,
        t`Em atendimento`,
        t`Fechados hoje`,
        t`Finalizados`,
        t`Primeira resposta`,
        t`Duração média`,
        t`Avaliação`,
      ]}
      rows={people.map((person) => ({
        key: person.userId,
        head: <Name name={person.name} online={person.online} />,
        cells: cellsOf(person),
      }))}
    />
  )
}

const inOrder = (attendants: readonly AttendantFigures[]) =>
  attendants.toSorted((a, b) => Number(b.online) - Number(a.online) || b.open - a.open || a.name.localeCompare(b.name))

function useCells({ today }: Dashboard, onShow: (shown: Shown) => void) {
  const { t, i18n } = useLingui()
  return (person: Person): FigureCell[] => {
    const { userId, name } = person
    const opening = (text: string, count: number, figure: Figure, what: string, when: Partial<Shown>): FigureCell => ({
      text,
      label: `${name}: ${what}, ${text}`,
      onOpen: count === 0 ? null : () => onShow({ title: `${name}: ${what}`, figure, userId, ...when }),
    })
    const whole = (count: number) => count.toLocaleString()
    const { open, closedToday, supportFinished, ratings } = person
    return [
      opening(whole(open), open, 'happening', t`Em atendimento`, {}),
      opening(whole(closedToday), closedToday, 'finished', t`Fechados hoje`, { day: today }),
      opening(whole(supportFinished), supportFinished, 'finished', t`Finalizados`, { inPeriod: true }),
      { text: durationWords(person.avgFirstAnswerTime) },
      { text: durationWords(person.avgSupportTime) },
      opening(ratingWords(person.rating, i18n.locale), ratings, 'rated', t`Avaliação`, { inPeriod: true }),
    ]
  }
}

/** Null: nobody who could be. */
function Name({ name, online }: { name: string; online: boolean | null }) {
  const { t } = useLingui()
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span dir="auto" className="truncate">
        {name}
      </span>
      {online === true && <span className="shrink-0 text-xs text-good">{t`online`}</span>}
      {online === false && <span className="sr-only">{t`offline`}</span>}
    </span>
  )
}
