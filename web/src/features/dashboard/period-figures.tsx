// What became of the days that are looked at, and whether it is more or less than in as many days before.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Dashboard } from './answers.ts'
import type { Figure, Shown } from './behind.tsx'
import { FigureCard, Trend } from './figure-card.tsx'
import { durationWords, ratingWords } from './figures.ts'

type Key = Exclude<keyof Dashboard['before'], 'ratings'>

interface Card {
  key: Key
  label: string
  figure: Figure
  more: 'good' | 'bad' | 'neither'
  words(value: number | null): string
}

export function PeriodFigures({ data, onShow }: { data: Dashboard; onShow(shown: Shown): void }) {
  const { t, i18n } = useLingui()
  const { counters, before } = data
  const whole = (value: number | null) => (value ?? 0).toLocaleString()
  const rating = (value: number | null) => ratingWords(value, i18n.locale)
  const cards: readonly Card[] = [
    { key: 'opened', label: t`Abertos`, figure: 'opened', more: 'neither', words: whole },
    { key: 'supportFinished', label: t`Finalizados`, figure: 'finished', more: 'good', words: whole },
    { key: 'leads', label: t`Leads`, figure: 'leads', more: 'good', words: whole },
    { key: 'avgWaitTime', label: t`Espera média`, figure: 'waited', more: 'bad', words: durationWords },
    { key: 'avgFirstAnswerTime', label: t`Primeira resposta`, figure: 'answered', more: 'bad', words: durationWords },
    { key: 'avgSupportTime', label: t`Duração média`, figure: 'supported', more: 'bad', words: durationWords },
    { key: 'rating', label: t`Avaliação (1 a 3)`, figure: 'rated', more: 'good', words: rating },
  ]
  return (
    <div className="grid-figures gap-3 sm:grid-cols-3 xl:grid-cols-7">
      {cards.map(({ key, label, figure, more, words }) => (
        <FigureCard
          key={key}
          label={label}
          value={words(counters[key])}
          note={
            <>
              <Trend now={counters[key]} before={before[key]} more={more} />
              {key === 'rating' && counters.ratings > 0 && (
                <span className="block">{plural(counters.ratings, { one: '# avaliação', other: '# avaliações' })}</span>
              )}
            </>
          }
          onOpen={counters[key] ? () => onShow({ title: label, figure, inPeriod: true }) : null}
        />
      ))}
    </div>
  )
}
