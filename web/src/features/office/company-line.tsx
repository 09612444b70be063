import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { recurrences } from 'db/billing/periods.ts'
import { CalendarPlus, Ellipsis } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { overWords } from '../../desk/billing/over-words.ts'
import { cn } from '../../lib/class-names.ts'
import { formatFileSize } from '../../lib/media/file-size.ts'
import { formatDate } from '../../lib/text/date-time.ts'
import type { CompanyRow } from './answers.ts'
import { dueTone, dueWords } from './due-words.ts'

interface CompanyLineProps {
  company: CompanyRow
  /** Nothing can be written now. */
  disabled: boolean
  onEdit(): void
  onInvoices(): void
  onDelete(): void
  onExtend(recurrence: string): void
}

const tones = { yellow: 'bg-due-yellow', orange: 'bg-due-orange', red: 'bg-due-red' } as const

export function CompanyLine({ company, disabled, onEdit, onInvoices, onDelete, onExtend }: CompanyLineProps) {
  const { t } = useLingui()
  const { name, email, phone, operator } = company
  const tone = operator ? null : dueTone(company.daysLeft)
  return (
    <li className={cn('flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3', tone ? tones[tone] : 'bg-surface')}>
      <div className="min-w-56 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-base font-medium">
          <span className="break-words">{name}</span>
          <Marks company={company} />
        </p>
        <p className="text-sm break-words text-muted">
          {[company.plan.name, email, phone].filter(Boolean).join(' · ')}
        </p>
        <Use {...company.use} />
        {company.over.length > 0 && <p className="text-xs text-warning">{overWords(company.over)}</p>}
      </div>
      {!operator && (
        <p className="w-44 text-sm tabular">
          {formatDate(company.dueDate)}
          <span className="block text-muted">{dueWords(company.daysLeft)}</span>
        </p>
      )}
      <div className="flex items-center gap-1">
        {!operator && <ExtendMenu name={name} disabled={disabled} onExtend={onExtend} />}
        <Menu
          label={t`Ações de ${name}`}
          trigger={
            <IconButton label={t`Ações de ${name}`}>
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem disabled={disabled} onClick={onEdit}>
            <Trans>Editar</Trans>
          </MenuItem>
          <MenuItem onClick={onInvoices}>
            <Trans>Faturas</Trans>
          </MenuItem>
          {!operator && (
            <MenuItem variant="danger" disabled={disabled} onClick={onDelete}>
              <Trans>Excluir</Trans>
            </MenuItem>
          )}
        </Menu>
      </div>
    </li>
  )
}

function Marks({ company: { operator, status, trialExpiration, over, notices } }: { company: CompanyRow }) {
  return (
    <>
      {operator && (
        <Badge shape="label">
          <Trans>Operadora</Trans>
        </Badge>
      )}
      {trialExpiration && (
        <Badge shape="label" variant="warning">
          <Trans>Em teste</Trans>
        </Badge>
      )}
      {!status && (
        <Badge shape="label" variant="danger">
          <Trans>Desligada</Trans>
        </Badge>
      )}
      {over.length > 0 && (
        <Badge shape="label" variant="warning">
          <Trans>Acima do plano</Trans>
        </Badge>
      )}
      {notices > 0 && (
        <Badge shape="label" variant="warning">
          {plural(notices, { one: '# pagamento a conferir', other: '# pagamentos a conferir' })}
        </Badge>
      )}
    </>
  )
}

function Use({ users, connections, queues, messages, storage }: CompanyRow['use']) {
  const { t } = useLingui()
  const size = formatFileSize(storage)
  return (
    <p className="text-xs text-muted tabular">
      {[
        plural(users, { one: '# pessoa', other: '# pessoas' }),
        plural(connections, { one: '# conexão', other: '# conexões' }),
        plural(queues, { one: '# fila', other: '# filas' }),
        plural(messages, { one: '# mensagem em 30 dias', other: '# mensagens em 30 dias' }),
        t`${size} em arquivos`,
      ].join(' · ')}
    </p>
  )
}

interface ExtendMenuProps {
  name: string
  disabled: boolean
  onExtend(recurrence: string): void
}

function ExtendMenu({ name, disabled, onExtend }: ExtendMenuProps) {
  const { t } = useLingui()
  return (
    <Menu
      label={t`Mais vencimento para ${name}`}
      trigger={
        <Button size="sm" disabled={disabled} aria-label={t`Mais vencimento para ${name}`}>
          <CalendarPlus /> <Trans>Vencimento</Trans>
        </Button>
      }
    >
      {Object.entries(recurrences).map(([recurrence, months]) => (
        <MenuItem key={recurrence} onClick={() => onExtend(recurrence)}>
          {recurrence} <span className="text-muted">+{plural(months, { one: '# mês', other: '# meses' })}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
