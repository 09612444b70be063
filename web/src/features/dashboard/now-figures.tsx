// What is open now.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatWhen } from '../../lib/text/date-time.ts'
import type { Dashboard } from './answers.ts'
import type { Shown } from './behind.tsx'
import { DueCard } from './due-card.tsx'
import { FigureCard } from './figure-card.tsx'
import { durationWords, minutesSince } from './figures.ts'

interface NowFiguresProps {
  data: Dashboard
  /** What waits has waited until then. */
  now: Date
  onShow(shown: Shown): void
}

export function NowFigures({ data, now, onShow }: NowFiguresProps) {
  const { t } = useLingui()
  const { counters, attendants } = data
  const { waiting, waitingSince, withBot } = data.now
  const show = (count: number, shown: Shown) => (count === 0 ? null : () => onShow(shown))
  const [pending, happening] = [t`Aguardando`, t`Em atendimento`]
  const online = attendants.filter((attendant) => attendant.online).length
  const longest = t`Maior espera`
  return (
    <div className="grid-figures gap-3 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
      <FigureCard
        label={pending}
        value={counters.supportPending.toLocaleString()}
        note={withBot > 0 ? plural(withBot, { one: '# com o chatbot', other: '# com o chatbot' }) : null}
        onOpen={show(counters.supportPending, { title: pending, figure: 'pending' })}
      />
      <FigureCard
        label={longest}
        value={durationWords(waitingSince && minutesSince(waitingSince, now))}
        note={waitingSince && t`desde ${formatWhen(waitingSince, now)}`}
        onOpen={show(waiting, { title: longest, figure: 'waiting' })}
      />
      <FigureCard
        label={happening}
        value={counters.supportHappening.toLocaleString()}
        onOpen={show(counters.supportHappening, { title: happening, figure: 'happening' })}
      />
      <FigureCard
        label={t`Online agora`}
        value={online.toLocaleString()}
        note={plural(attendants.length, { one: 'de # pessoa', other: 'de # pessoas' })}
        onOpen={null}
      />
      <DueCard />
    </div>
  )
}
