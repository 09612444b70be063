import { Trans, useLingui } from '@lingui/react/macro'
import { Download, Ellipsis, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { saveCsv } from '../../lib/csv.ts'
import { toastError } from '../../lib/toast.ts'
import { runQuery } from '../../sync/client.ts'
import { ImportDialog } from './import/import-dialog.tsx'
import { allContacts } from './queries.ts'

/** What is done with all contacts at once. */
export function ContactsMenu() {
  const { t } = useLingui()
  const [importing, setImporting] = useState(false)
  const exportAll = async () => {
    const rows = await runQuery(allContacts)
    const header = [t`Nome`, t`Número`, t`E-mail`]
    saveCsv(`${t`contatos`}.csv`, [header, ...rows.map(({ name, number, email }) => [name, number ?? '', email])])
  }
  return (
    <>
      <Menu
        label={t`Mais ações`}
        trigger={
          <IconButton label={t`Mais ações`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onClick={() => setImporting(true)}>
          <FileSpreadsheet aria-hidden />
          <Trans>Importar planilha</Trans>
        </MenuItem>
        <MenuItem onClick={() => void exportAll().catch(toastError)}>
          <Download aria-hidden />
          <Trans>Exportar CSV</Trans>
        </MenuItem>
      </Menu>
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </>
  )
}
