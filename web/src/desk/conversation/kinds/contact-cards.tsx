import type { MessageRow } from 'db/messages/queries.ts'
import { Plural, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { formatPhone } from '../../../lib/text/phone-number.ts'
import { toastDone, toastError } from '../../../lib/app/toast.ts'
import { useGrowth } from '../list/growth.ts'

/** Somebody may share a hundred, with twenty numbers each. */
const shownAtOnce = 10

/** People that were shared, each with the numbers to copy. */
export function ContactCards({ message }: { message: MessageRow }) {
  const { times, showMore } = useGrowth(message.id)
  const people = message.details?.contacts ?? []
  const shown = (times + 1) * shownAtOnce
  const left = people.length - shown
  return (
    <>
      <ul role="list" className="-mx-1.5 mt-0.5 mb-1 flex w-72 max-w-[calc(100%+0.75rem)] flex-col gap-1">
        {people.slice(0, shown).map((person, index) => (
          <li key={index} className="rounded-md bg-ink/5 p-2">
            <Person {...person} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="sm" variant="quiet" onClick={showMore}>
          <Plural value={left} one="Mais # contato" other="Mais # contatos" />
        </Button>
      )}
    </>
  )
}

function Person({ name, numbers }: { name: string; numbers: string[] }) {
  return (
    <div className="flex gap-2.5">
      <Avatar name={name} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-left font-medium">
          {name}
        </p>
        {numbers.map((number) => (
          <PhoneLine key={number} number={number} />
        ))}
      </div>
    </div>
  )
}

function PhoneLine({ number }: { number: string }) {
  const { t } = useLingui()
  const shown = formatPhone(number)
  const copy = () => {
    navigator.clipboard.writeText(`+${number}`).then(() => toastDone(t`Número copiado`), toastError)
  }
  return (
    <div className="flex min-h-7 items-center gap-1">
      <span className="min-w-0 flex-1 truncate text-sm text-quote tabular">{shown}</span>
      <IconButton size="sm" label={t`Copiar ${shown}`} onClick={copy} className="text-quote">
        <Copy />
      </IconButton>
    </div>
  )
}
