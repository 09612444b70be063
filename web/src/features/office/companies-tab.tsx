// Empresas: who uses this installation, what they use, and until when they have paid.
import { Trans, useLingui } from '@lingui/react/macro'
import { Building2, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { SearchInput } from '../../components/ui/inputs/search-input.tsx'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { foldText } from 'db/kit/sql/search-text.ts'
import { companyList, planList, type CompanyRow } from './answers.ts'
import { CompanyForm } from './company-form.tsx'
import { CompanyInvoicesDialog } from './company-invoices.tsx'
import { CompanyLine } from './company-line.tsx'
import { DeleteCompany } from './delete-company.tsx'
import { NewCompanyForm } from './new-company-form.tsx'
import { OfficeSection } from './office-section.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'

type Opened = { kind: 'new' } | { kind: 'edit' | 'invoices' | 'delete'; company: CompanyRow }

export function CompaniesTab() {
  const { t } = useLingui()
  const server = useServerData('/companies/list', companyList)
  const { data: plans } = useServerData('/plans/all', planList)
  const { disabled, send } = useServerCall()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const saved = () => {
    close()
    server.reload()
  }
  const extend = async ({ id }: CompanyRow, recurrence: string) => {
    if (await send('POST', `/companies/${id}/extend`, { recurrence })) server.reload()
  }
  return (
    <>
      <OfficeSection server={server}>
        {(companies) => (
          <>
            <div className="flex flex-wrap items-center gap-3">
              <div className="min-w-48 flex-1 rounded-md bg-surface sm:max-w-72">
                <SearchInput
                  label={t`Buscar empresas`}
                  placeholder={t`Buscar por nome, e-mail ou telefone`}
                  value={typed}
                  onChange={setTyped}
                />
              </div>
              <Button variant="primary" disabled={disabled || !plans} onClick={() => setOpened({ kind: 'new' })}>
                <Plus /> <Trans>Nova empresa</Trans>
              </Button>
            </div>
            <Lines
              companies={companies.filter((company) => isFound(company, typed))}
              disabled={disabled}
              onOpen={setOpened}
              onExtend={(company, recurrence) => void extend(company, recurrence)}
            />
          </>
        )}
      </OfficeSection>
      {plans && opened?.kind === 'new' && <NewCompanyForm plans={plans} onSaved={server.reload} onClosed={close} />}
      {plans && opened?.kind === 'edit' && (
        <CompanyForm company={opened.company} plans={plans} onSaved={server.reload} onClosed={close} />
      )}
      {opened?.kind === 'invoices' && (
        <CompanyInvoicesDialog company={opened.company} onClose={close} onChanged={server.reload} />
      )}
      {opened?.kind === 'delete' && <DeleteCompany company={opened.company} onClose={close} onDeleted={saved} />}
    </>
  )
}

const isFound = ({ name, email, phone }: CompanyRow, typed: string) =>
  [name, email ?? '', phone ?? ''].some((text) => foldText(text).includes(foldText(typed.trim())))

interface LinesProps {
  companies: readonly CompanyRow[]
  /** Nothing can be written now. */
  disabled: boolean
  onOpen(opened: Opened): void
  onExtend(company: CompanyRow, recurrence: string): void
}

function Lines({ companies, disabled, onOpen, onExtend }: LinesProps) {
  const { t } = useLingui()
  if (companies.length === 0) {
    return (
      <EmptyState icon={Building2} title={t`Nenhuma empresa`}>
        <Trans>Nada com esse nome, e-mail ou telefone.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul aria-label={t`Empresas`} className="flex flex-col gap-px overflow-hidden rounded-lg border border-line bg-line">
      {companies.map((company) => (
        <CompanyLine
          key={company.id}
          company={company}
          disabled={disabled}
          onEdit={() => onOpen({ kind: 'edit', company })}
          onInvoices={() => onOpen({ kind: 'invoices', company })}
          onDelete={() => onOpen({ kind: 'delete', company })}
          onExtend={(recurrence) => onExtend(company, recurrence)}
        />
      ))}
    </ul>
  )
}
