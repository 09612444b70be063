import { allContacts } from 'db/contacts/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { Download, Ellipsis, FileSpreadsheet, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { saveCsv } from '../../lib/text/csv.ts'
import { toastError } from '../../lib/app/toast.ts'
import { runQuery } from '../../sync/client.ts'
import { ImportDialog } from '../../desk/import/import-dialog.tsx'
import { PhoneDialog } from './phone-dialog.tsx'

/** What is done with all contacts at once. */
export function ContactsMenu() {
  const { t } = useLingui()
  const actor = useActor()
  const [importing, setImporting] = useState<'sheet' | 'phone' | null>(null)
  const close = () => setImporting(null)
  const exportAll = async () => {
    const rows = await runQuery(allContacts())
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
        <MenuItem onClick={() => setImporting('sheet')}>
          <FileSpreadsheet aria-hidden />
          <Trans>Importar planilha</Trans>
        </MenuItem>
        {hasPermission(actor, 'connections-page:actionButtons') && (
          <MenuItem onClick={() => setImporting('phone')}>
            <Smartphone aria-hidden />
            <Trans>Importar do celular</Trans>
          </MenuItem>
        )}
        <MenuItem onClick={() => void exportAll().catch(toastError)}>
          <Download aria-hidden />
          <Trans>Exportar CSV</Trans>
        </MenuItem>
      </Menu>
      <ImportDialog
        open={importing === 'sheet'}
        title={t`Importar contatos`}
        path="/contacts/import-sheet"
        onClose={close}
      />
      <PhoneDialog open={importing === 'phone'} onClose={close} />
    </>
  )
}
