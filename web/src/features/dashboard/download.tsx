import { Trans, useLingui } from '@lingui/react/macro'
import { Download as Icon } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { saveCsv } from '../../lib/text/csv.ts'
import type { Dashboard } from './answers.ts'
import { csvRows } from './dashboard-csv.ts'

/** What is on the screen, also without network. */
export function Download({ data }: { data: Dashboard }) {
  const { i18n } = useLingui()
  return (
    <Button onClick={() => saveCsv(`dashboard-${data.from}-${data.to}.csv`, csvRows(data, i18n.locale))}>
      <Icon aria-hidden />
      <Trans>Exportar CSV</Trans>
    </Button>
  )
}
