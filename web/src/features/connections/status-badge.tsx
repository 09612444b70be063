import { useLingui } from '@lingui/react/macro'
import type { ConnectionStatus } from 'db/connections/table.ts'
import { CircleCheck, CircleDashed, CircleOff, QrCode, TriangleAlert, type LucideIcon } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'

type Tone = 'good' | 'warning' | 'danger' | 'neutral'

const looks: Record<ConnectionStatus, { tone: Tone; icon: LucideIcon }> = {
  CONNECTED: { tone: 'good', icon: CircleCheck },
  qrcode: { tone: 'warning', icon: QrCode },
  PAIRING: { tone: 'warning', icon: CircleDashed },
  OPENING: { tone: 'neutral', icon: CircleDashed },
  TIMEOUT: { tone: 'danger', icon: TriangleAlert },
  DISCONNECTED: { tone: 'danger', icon: CircleOff },
}

export function StatusBadge({ status }: { status: ConnectionStatus }) {
  const { t } = useLingui()
  const words: Record<ConnectionStatus, string> = {
    CONNECTED: t`Conectado`,
    qrcode: t`Aguardando leitura do QR`,
    PAIRING: t`Pareando`,
    OPENING: t`Abrindo`,
    TIMEOUT: t`Sem resposta`,
    DISCONNECTED: t`Desconectado`,
  }
  const { tone, icon: Icon } = looks[status]
  return (
    <Badge shape="label" variant={tone}>
      <Icon aria-hidden className="size-3.5" />
      {words[status]}
    </Badge>
  )
}
