// The settings of a company in tabs, each an address of its own.
import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate, useNavigate, useRouterState } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { Tab, Tabs, TabsList, TabsPanel } from '../../components/ui/tabs.tsx'
import { HoursTab } from './hours-tab.tsx'
import { OptionsTab } from './options-tab.tsx'
import { PrivacyTab } from './privacy-tab.tsx'
import { StorageTab } from './storage-tab.tsx'
import { useCompany, type Company } from './use-company.ts'

type Path =
  | '/settings'
  | '/settings/hours'
  | '/settings/privacy'
  | '/settings/storage'
  | '/settings/companies'
  | '/settings/plans'
  | '/settings/installation'
  | '/settings/operation'
  | '/helps/manage'

interface SettingTab {
  to: Path
  label: string
  /** Null: a screen of its own. */
  Panel: ComponentType<{ company: Company }> | null
  shown: boolean
}

interface SettingsPageProps {
  /** The tabs of whoever runs the installation. */
  office: readonly SettingTab[]
}

export function SettingsPage({ office }: SettingsPageProps) {
  const { t } = useLingui()
  const company = useCompany()
  return (
    <ResourcePage
      title={t`Configurações`}
      purpose={<Trans>Como a empresa atende os seus clientes.</Trans>}
      action={null}
    >
      {company ? <SettingTabs company={company} office={office} /> : <Skeleton className="h-96 rounded-lg" />}
    </ResourcePage>
  )
}

function SettingTabs({ company, office }: { company: Company } & SettingsPageProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  // A tab is one line here and a route.
  const own: SettingTab[] = [
    { to: '/settings', label: t`Opções`, Panel: OptionsTab, shown: true },
    {
      to: '/settings/hours',
      label: t`Horários`,
      Panel: HoursTab,
      shown: company.settings.scheduleType === 'company',
    },
    { to: '/settings/privacy', label: t`Privacidade`, Panel: PrivacyTab, shown: company.mayEdit },
    { to: '/settings/storage', label: t`Armazenamento`, Panel: StorageTab, shown: company.mayEdit },
  ]
  const tabs = [...own, ...office].filter(({ shown }) => shown)
  const current = tabs.find(({ to }) => to === pathname)
  // The next screen is on its way: its address is here before it is.
  if (!pathname.startsWith('/settings')) return null
  if (!current) return <Navigate to="/settings" replace />
  return (
    <Tabs value={current.to} onValueChange={(to: Path) => void navigate({ to })} className="flex flex-col gap-6">
      <TabsList
        variant="line"
        aria-label={t`Partes das configurações`}
        className="overflow-x-auto px-0 [scrollbar-width:none]"
      >
        {tabs.map(({ to, label }) => (
          <Tab key={to} variant="line" value={to}>
            {label}
          </Tab>
        ))}
      </TabsList>
      {tabs.map(({ to, Panel }) => (
        <TabsPanel key={to} value={to}>
          {Panel && <Panel company={company} />}
        </TabsPanel>
      ))}
    </Tabs>
  )
}
