// At a campaign's end in the list: its report, its start and stop, which are the server's and online, and another like it.
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { ChartNoAxesColumn, Copy, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { ConfirmIconButton } from '../../components/ui/confirm-icon-button.tsx'
import { iconButtonVariants } from '../../components/ui/icon-button-variants.ts'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import type { ListedRow } from '../../resource/resource.ts'
import type { CampaignRow } from './campaign-row.ts'
import { ContinueDialog } from './continue-dialog.tsx'
import { StartDialog } from './start-dialog.tsx'

interface ToolsProps {
  row: ListedRow<CampaignRow>
}

export function CampaignTools({ row }: ToolsProps) {
  const { t } = useLingui()
  const mayEdit = hasPermission(useActor(), 'campaigns-page:edit')
  const { id, name, status } = row
  const hasBegun = status !== 'INATIVA' && status !== 'PROGRAMADA'
  const [report, copy] = [t`Relatório de ${name}`, t`Copiar ${name}`]
  return (
    <>
      {hasBegun && (
        <Tooltip content={report}>
          <Link
            to="/campaign/$campaignId/report"
            params={{ campaignId: id }}
            aria-label={report}
            className={iconButtonVariants()}
          >
            <ChartNoAxesColumn aria-hidden />
          </Link>
        </Tooltip>
      )}
      {mayEdit && <Deed row={row} />}
      {mayEdit && (
        <Tooltip content={copy}>
          <Link to="/campaigns/new" search={{ copy: id }} aria-label={copy} className={iconButtonVariants()}>
            <Copy aria-hidden />
          </Link>
        </Tooltip>
      )}
    </>
  )
}

function Deed({ row }: ToolsProps) {
  const { t } = useLingui()
  const { disabled, send } = useServerCall()
  const [starting, setStarting] = useState(false)
  const { id, name, status } = row
  if (status === 'INATIVA' || status === 'PROGRAMADA') {
    return (
      <>
        {/* The server starts what it has: a change that waits is not there yet. */}
        <IconButton label={t`Iniciar ${name}`} disabled={row.unsent !== undefined} onClick={() => setStarting(true)}>
          <Play aria-hidden />
        </IconButton>
        {starting && <StartDialog campaign={row} onClosed={() => setStarting(false)} />}
      </>
    )
  }
  if (status === 'EM_ANDAMENTO') {
    return (
      <ConfirmIconButton
        label={t`Cancelar ${name}`}
        disabled={disabled}
        icon={<Square aria-hidden />}
        title={t`Cancelar a campanha ${name}?`}
        description={t`Ninguém mais recebe. O que já saiu chega, e você pode continuar depois com quem falta.`}
        confirm={t`Parar o envio`}
        onConfirm={() => void send('POST', `/campaigns/${id}/cancel`)}
      />
    )
  }
  if (status !== 'CANCELADA') return null
  return (
    <>
      <IconButton label={t`Continuar ${name}`} disabled={disabled} onClick={() => setStarting(true)}>
        <Play aria-hidden />
      </IconButton>
      {starting && <ContinueDialog campaign={row} onClosed={() => setStarting(false)} />}
    </>
  )
}
