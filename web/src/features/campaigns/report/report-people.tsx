// The people behind a number of the report, and all of them as a spreadsheet.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { ResourceCards } from '../../../components/resource-list/resource-cards.tsx'
import { PageScroller } from '../../../components/resource-list/resource-page.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx'
import { SearchInput } from '../../../components/ui/inputs/search-input.tsx'
import { ServerNote } from '../../../desk/server/server-note.tsx'
import { useOnline } from '../../../desk/server/use-online.ts'
import { useServerWindow } from '../../../desk/server/use-server-window.ts'
import { toastError } from '../../../lib/app/toast.ts'
import { formatDateTime } from '../../../lib/text/date-time.ts'
import { saveCsv } from '../../../lib/text/csv.ts'
import { formatPhone } from '../../../lib/text/phone-number.ts'
import { useDelayed } from '../../../lib/use-delayed.ts'
import { authorizedFetch, errorOf } from '../../../sync/session-client.ts'
import { peoplePage, type Person } from '../answers.ts'
import { useCampaignFailureWords } from './failure-words.ts'
import { csvRows } from './people-csv.ts'
import { stateWords } from './state-words.ts'

export interface Shown {
  title: string
  group: string
  error?: string
  variant?: number
}

interface ReportPeopleProps {
  campaignId: string
  /** The campaign's. */
  name: string
  shown: Shown
  onClosed(): void
}

const searchDelayMs = 500

export function ReportPeople({ campaignId, name, shown, onClosed }: ReportPeopleProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed.trim(), searchDelayMs)
  const path = pathOf(campaignId, shown, search)
  const server = useServerWindow(path, peoplePage)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { data } = server
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      placement="right"
      title={shown.title}
      description={data && plural(data.count, { one: '# pessoa', other: '# pessoas' })}
      className="sm:w-md"
    >
      <DialogBody className="flex flex-col gap-3">
        <SearchInput
          label={t`Buscar pessoas`}
          placeholder={t`Buscar por nome ou número`}
          value={typed}
          onChange={setTyped}
        />
        <ServerNote {...server} />
        <div ref={setScroller}>
          {data && (
            <PageScroller value={{ current: scroller?.parentElement ?? null }}>
              <ResourceCards
                label={shown.title}
                rows={data.people}
                columns={[
                  { label: t`Nome`, Cell: Name },
                  { label: t`Como está`, Cell: State },
                ]}
                Note={Nothing}
                Actions={Nothing}
                total={data.count}
                onEndNear={server.more}
              />
            </PageScroller>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Export path={path} name={name} />
      </DialogFooter>
    </Dialog>
  )
}

function pathOf(campaignId: string, { group, error, variant }: Shown, search: string) {
  const query = new URLSearchParams({
    group,
    searchParam: search,
    ...(error !== undefined && { error }),
    ...(variant !== undefined && { variant: String(variant) }),
  })
  return `/campaigns/${campaignId}/people?${query}`
}

const Nothing = () => null

function Name({ row: { name, number } }: { row: Person }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span dir="auto" className="truncate font-medium">
        {name}
      </span>
      <span className="text-sm text-muted tabular">{formatPhone(number)}</span>
    </span>
  )
}

function State({ row }: { row: Person }) {
  const { t } = useLingui()
  const failureWords = useCampaignFailureWords()
  const { state, error, deliveredAt, readAt, answeredAt, optedOutAt } = row
  const times = [
    deliveredAt && t`entregue ${formatDateTime(deliveredAt)}`,
    readAt && t`lida ${formatDateTime(readAt)}`,
    answeredAt && t`respondeu ${formatDateTime(answeredAt)}`,
    optedOutAt && t`saiu ${formatDateTime(optedOutAt)}`,
  ].filter(Boolean)
  return (
    <span className="flex flex-col text-sm">
      <span>{error === null ? stateWords(state) : failureWords(error)}</span>
      {times.length > 0 && <span className="text-xs text-muted tabular">{times.join(' · ')}</span>}
    </span>
  )
}

/** As many as the server gives at once. */
const atOnce = 5_000

function Export({ path, name }: { path: string; name: string }) {
  const { t } = useLingui()
  const online = useOnline()
  const failureWords = useCampaignFailureWords()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const people = await everybody(path)
      saveCsv(`${name || t`Campanha`}.csv`, csvRows(people, failureWords))
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button disabled={!online || busy} aria-busy={busy} onClick={() => void save()}>
      <Download aria-hidden /> <Trans>Exportar CSV</Trans>
    </Button>
  )
}

/** @throws AppError with the server's code; TypeError when the network fails */
async function everybody(path: string): Promise<Person[]> {
  const people: Person[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const response: Response = await authorizedFetch(`/api${path}&limit=${atOnce}${query}`)
    if (!response.ok) throw await errorOf(response)
    const page = v.parse(peoplePage, await response.json())
    people.push(...page.people)
    cursor = page.cursor
  }
  return people
}
