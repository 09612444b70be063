// Who did what in the company, for its admins. Read from the server as a window that grows; nothing of it lies on a device.
import { Trans, useLingui } from '@lingui/react/macro'
import { auditActions, type AuditAction } from 'db/audit/rules.ts'
import { ScrollText } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import * as v from 'valibot'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { SearchInput } from '../../components/ui/inputs/search-input.tsx'
import { Select } from '../../components/ui/inputs/select.tsx'
import { GrowingList } from '../../desk/server/growing-list.tsx'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useServerWindow } from '../../desk/server/use-server-window.ts'
import { useRested } from '../../desk/use-rested.ts'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { useAuditWords } from './audit-words.ts'
import { useDetailWords } from './detail-words.ts'

const entry = v.object({
  id: v.string(),
  userName: v.string(),
  action: v.string(),
  subjectId: v.nullable(v.string()),
  subjectName: v.string(),
  address: v.nullable(v.string()),
  details: v.record(v.string(), v.unknown()),
  createdAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
})
type Entry = v.InferOutput<typeof entry>
const page = v.object({ entries: v.array(entry), cursor: v.nullable(v.string()) })

export function AuditPage() {
  const { t } = useLingui()
  const words = useAuditWords()
  const [term, setTerm] = useState('')
  const [action, setAction] = useState<AuditAction | null>(null)
  const searched = useRested(useDeferredValue(term))
  const query = new URLSearchParams({ ...(action && { action }), ...(searched && { searchParam: searched }) })
  const list = useServerWindow(`/audit?${query.toString()}`, page)
  return (
    <ResourcePage
      title={t`Auditoria`}
      purpose={<Trans>Quem fez o quê nos últimos dois anos. Ninguém muda nem apaga estas linhas.</Trans>}
      action={null}
    >
      <div className="flex flex-1 flex-col gap-3">
        <div className="grid items-end gap-3 sm:grid-cols-[1fr_18rem]">
          <SearchInput
            label={t`Buscar na auditoria`}
            placeholder={t`Pessoa, item ou endereço`}
            value={term}
            onChange={setTerm}
          />
          <Select<AuditAction>
            label={t`O que foi feito`}
            placeholder={t`Tudo`}
            value={action}
            options={[
              { value: null, label: t`Tudo` },
              ...auditActions.map((value) => ({ value, label: words[value] })),
            ]}
            onChange={setAction}
          />
        </div>
        <ServerNote {...list} />
        <GrowingList
          label={t`Auditoria`}
          server={list}
          rows={list.data?.entries}
          empty={
            <EmptyState icon={ScrollText} title={t`Nada encontrado`}>
              <Trans>Entradas, exclusões, permissões e configurações aparecem aqui.</Trans>
            </EmptyState>
          }
        >
          {(each) => <Line entry={each} words={words} />}
        </GrowingList>
      </div>
    </ResourcePage>
  )
}

function Line({ entry: each, words }: { entry: Entry; words: Readonly<Record<string, string>> }) {
  const { t } = useLingui()
  const detailWords = useDetailWords()
  const { userName, action, subjectName, address, details, createdAt } = each
  const subject = subjectName === userName ? '' : subjectName
  const what = [words[action] ?? action, subject].filter(Boolean).join(': ')
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5">
      <span className="min-w-0 flex-1 basis-64">
        <span className="block text-base">
          <span className="font-medium">{userName || (action === 'login.failed' ? t`Alguém` : t`O sistema`)}</span>
          {' · '}
          {what}
        </span>
        <span className="block truncate text-xs text-muted">{detailWords(details)}</span>
      </span>
      <span className="text-xs text-muted tabular">
        {[formatDateTime(createdAt), address].filter((part) => part !== null).join(' · ')}
      </span>
    </li>
  )
}
