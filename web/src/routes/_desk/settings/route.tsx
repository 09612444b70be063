import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CompaniesTab } from '../../../features/office/companies-tab.tsx'
import { InstallationTab } from '../../../features/office/installation-tab.tsx'
import { OperationTab } from '../../../features/office/operation-tab.tsx'
import { PlansTab } from '../../../features/office/plans-tab.tsx'
import { SettingsPage } from '../../../features/settings/settings-page.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { useSession } from '../../../sync/session-client.ts'

export const Route = createFileRoute('/_desk/settings')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'settings-page:view'),
  component: Settings,
})

function Settings() {
  const { t } = useLingui()
  const shown = useSession()?.user.super === true
  return (
    <SettingsPage
      office={[
        { to: '/settings/companies', label: t`Empresas`, Panel: CompaniesTab, shown },
        { to: '/settings/plans', label: t`Planos`, Panel: PlansTab, shown },
        { to: '/settings/installation', label: t`Instalação`, Panel: InstallationTab, shown },
        { to: '/settings/operation', label: t`Operação`, Panel: OperationTab, shown },
        { to: '/helps/manage', label: t`Ajuda`, Panel: null, shown },
      ]}
    />
  )
}
