// A message's text: of a long one a part, and more when somebody asks for it. Each part is read and drawn once: what is added later costs
// no more for all that is there.
import { Trans } from '@lingui/react/macro'
import type { MessageDetails } from 'db/messages/details.ts'
import { memo } from 'react'
import { Markup } from '../../../components/markup.tsx'
import { shownEnd } from '../../../lib/text/shown-part.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { useGrowth } from '../list/growth.ts'

interface LongTextProps {
  message: Pick<MessageRow, 'id' | 'body'>
  mentions?: MessageDetails['mentions'] | undefined
}

export function LongText({ message: { id, body }, mentions }: LongTextProps) {
  const { times, showMore } = useGrowth(id)
  const ends = Array.from({ length: times + 1 }, (_, n) => shownEnd(body, n))
  const isWhole = ends.at(-1) === body.length
  return (
    <>
      {ends.map((end, n) => (
        <Part key={n} text={body.slice(ends[n - 1] ?? 0, end)} mentions={mentions} />
      ))}
      {!isWhole && (
        <>
          {'… '}
          <button type="button" onClick={showMore} className="font-medium text-link underline-offset-2 hover:underline">
            <Trans>Ler mais</Trans>
          </button>
        </>
      )}
    </>
  )
}

const Part = memo(Markup)
