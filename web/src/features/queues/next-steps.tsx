// What a queue that was just made still lacks to be at work.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { allConnections } from 'db/connections/queries.ts'
import { ChevronRight, Smartphone, Users, Workflow, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { useQuery } from '../../sync/client.ts'

interface NextStepsProps {
  queue: { id: string; name: string }
  onClosed(): void
}

const look = 'flex items-center gap-3 px-4 py-3 hover:bg-hover touch:min-h-14'

export function NextSteps({ queue: { id, name }, onClosed }: NextStepsProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(true)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={t`Fila ${name} salva`}
      description={t`O que falta para os clientes chegarem a ela:`}
    >
      <DialogBody>
        <ul role="list" className="divide-y divide-line overflow-hidden rounded-lg border border-line">
          <li>
            <ConnectionLink>
              <Words Icon={Smartphone} label={t`Ligar a uma conexão`} help={t`O número passa a oferecer a fila.`} />
            </ConnectionLink>
          </li>
          <li>
            <Link to="/users" className={look}>
              <Words
                Icon={Users}
                label={t`Escolher atendentes`}
                help={t`Cada pessoa vê os atendimentos das suas filas.`}
              />
            </Link>
          </li>
          <li>
            <Link to="/queues/$queueId/chatbot" params={{ queueId: id }} className={look}>
              <Words Icon={Workflow} label={t`Montar chatbot`} help={t`Opções numeradas que respondem sozinhas.`} />
            </Link>
          </li>
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => setOpen(false)}>
          <Trans>Agora não</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** Where there is one connection its form; else where one is chosen or made. */
function ConnectionLink({ children }: { children: ReactNode }) {
  const [first, second] = useQuery(allConnections()).rows
  if (first && !second) {
    return (
      <Link to="/connections/$connectionId" params={{ connectionId: first.id }} className={look}>
        {children}
      </Link>
    )
  }
  return (
    <Link to={first ? '/connections' : '/connections/new'} className={look}>
      {children}
    </Link>
  )
}

function Words({ Icon, label, help }: { Icon: LucideIcon; label: string; help: string }) {
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block text-base font-medium">{label}</span>
        <span className="block text-sm text-muted">{help}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </>
  )
}
