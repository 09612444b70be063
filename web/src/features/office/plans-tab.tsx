// Planos: what the operator sells.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { planFlags } from 'db/companies/plan-columns.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { formatMoney } from '../../lib/text/money.ts'
import { planList, type Plan } from './answers.ts'
import { useFlagWords } from './flag-words.ts'
import { OfficeSection } from './office-section.tsx'
import { PlanForm } from './plan-form.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'

export function PlansTab() {
  const { t } = useLingui()
  const server = useServerData('/plans/all', planList)
  const { disabled, send } = useServerCall()
  const [edited, setEdited] = useState<Plan | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Plan | null>(null)
  const remove = async ({ id }: Plan) => {
    if (await send('DELETE', `/plans/${id}`)) server.reload()
  }
  return (
    <>
      <OfficeSection server={server}>
        {(plans) => (
          <>
            <Button variant="primary" className="self-start" disabled={disabled} onClick={() => setEdited('new')}>
              <Plus /> <Trans>Novo plano</Trans>
            </Button>
            <ul aria-label={t`Planos`} className="divide-y divide-line rounded-lg border border-line bg-surface">
              {plans.map((plan) => (
                <PlanRow
                  key={plan.id}
                  plan={plan}
                  disabled={disabled}
                  onEdit={() => setEdited(plan)}
                  onDelete={() => setLeaving(plan)}
                />
              ))}
            </ul>
          </>
        )}
      </OfficeSection>
      {edited && (
        <PlanForm plan={edited === 'new' ? null : edited} onSaved={server.reload} onClosed={() => setEdited(null)} />
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t`Excluir o plano ${leaving?.name ?? ''}`}
        description={<Trans>Deseja realmente excluir este registro?</Trans>}
        confirm={t`Excluir`}
        onConfirm={() => leaving && void remove(leaving)}
      />
    </>
  )
}

interface PlanRowProps {
  plan: Plan
  /** Nothing can be written now. */
  disabled: boolean
  onEdit(): void
  onDelete(): void
}

function PlanRow({ plan, disabled, onEdit, onDelete }: PlanRowProps) {
  const { t } = useLingui()
  const words = useFlagWords()
  const { name, value, users, connections, queues, campaigns, schedules, offered, companies } = plan
  const price = formatMoney(value)
  const limits = [
    plural(users, { one: '# pessoa', other: '# pessoas' }),
    plural(connections, { one: '# conexão', other: '# conexões' }),
    plural(queues, { one: '# fila', other: '# filas' }),
    plural(campaigns, { one: '# campanha', other: '# campanhas' }),
    plural(schedules, { one: '# agendamento', other: '# agendamentos' }),
  ].join(' · ')
  const flags = planFlags.filter((flag) => plan[flag]).map((flag) => words[flag])
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-base font-medium">
          <span className="break-words">{name}</span>
          {!offered && (
            <Badge shape="label">
              <Trans>Não oferecido</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted tabular">
          <Trans>{price} por mês</Trans> · {plural(companies, { one: '# empresa', other: '# empresas' })}
        </p>
        <p className="text-sm text-muted tabular">{limits}</p>
        <p className="text-xs text-muted">{flags.length > 0 ? flags.join(' · ') : <Trans>Só o atendimento</Trans>}</p>
      </div>
      <IconButton label={t`Editar ${name}`} disabled={disabled} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={t`Excluir ${name}`} disabled={disabled} onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </li>
  )
}
