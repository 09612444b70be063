// The company's clock: by it the hours count, days begin, and texts say date and time.
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { WaitingMark } from '../../components/resource-list/row-note.tsx'
import { SearchSelectRow } from '../../components/ui/inputs/search-select.tsx'
import { ValueRow } from '../../components/value-row.tsx'
import { zoneChoice, zoneGroups } from '../../lib/text/time-zones.ts'
import { toastError } from '../../lib/app/toast.ts'
import { toastSaved } from '../../resource/toast-saved.ts'
import { useToday } from '../../lib/use-now.ts'
import { mutate } from '../../sync/client.ts'
import { UnsentNote } from './unsent-note.tsx'
import type { Company } from './use-company.ts'

export function TimeZoneRow({ of: { company, unsent, mayEdit } }: { of: Company }) {
  const { t, i18n } = useLingui()
  const today = useToday()
  const { id, timeZone } = company
  // eslint-disable-next-line react-hooks/exhaustive-deps -- regions have other names in another language
  const groups = useMemo(() => zoneGroups(timeZone, today), [timeZone, today, i18n.locale])
  const own = unsent.get('timeZone')
  const words = {
    label: t`Fuso horário`,
    help: t`O relógio da empresa: os horários de atendimento, os dias das contagens e as datas nos textos.`,
  }
  const choose = (to: string) => {
    if (to === timeZone) return
    const saved = t`Operação atualizada com sucesso.`
    mutate('company.update', { id, changes: { timeZone: { from: timeZone, to } } }).then(
      () => toastSaved(saved),
      toastError,
    )
  }
  if (!mayEdit) return <ValueRow {...words}>{zoneChoice(timeZone, today).label}</ValueRow>
  return (
    <div className="flex flex-col gap-1">
      <SearchSelectRow
        {...words}
        mark={own === 'waiting' && <WaitingMark />}
        value={zoneChoice(timeZone, today)}
        groups={groups}
        onChange={choose}
      />
      {typeof own === 'object' && <UnsentNote entry={own} to="/settings" />}
    </div>
  )
}
