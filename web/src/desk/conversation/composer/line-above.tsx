// Above the field, when what is written can't go out now: says why, and that it is not lost. It never keeps anybody from writing.
// Invariant: it comes and goes without moving anything: the messages end above its place (use-message-window.ts).
import { useLingui } from '@lingui/react/macro'
import { useSyncStatus } from '../../../sync/session-client.ts'
import { isOverdue } from '../../overdue.ts'
import { useOnline } from '../../server/use-online.ts'

export function LineAbove({ children }: { children: string }) {
  return (
    <p role="status" className="absolute inset-x-0 bottom-full bg-canvas/95 px-4 py-1 text-xs text-muted">
      {children}
    </p>
  )
}

/** Why nothing at all goes out of this device now; null: it does. */
export function useHeldBack(): string | null {
  const { t } = useLingui()
  const online = useOnline()
  const overdue = useSyncStatus(isOverdue)
  if (overdue) return t`Assinatura vencida: o que você escrever fica guardado e será enviado quando ela for paga.`
  return online ? null : t`Sem conexão: o que você escrever será enviado quando ela voltar.`
}
