// Linking a phone, by QR or by a code that is typed on it, with what may be in the way.
import type { ConnectionRow } from 'db/connections/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Tabs as Base } from '@base-ui/react/tabs'
import { Notice } from '../../../components/ui/notice.tsx'
import { Tab, Tabs, TabsList } from '../../../components/ui/tabs.tsx'
import { CodeLink } from './code-link.tsx'
import { QrLink } from './qr-link.tsx'
import { QrProgress } from './qr-progress.tsx'
import { reasonWords } from '../status-reasons.ts'
import { useLinking } from './use-linking.ts'
import { useOnline } from '../../../desk/server/use-online.ts'

/** Two minutes of QRs: who has the phone at hand has scanned one by then. */
const passkeyHintFrom = 5

export function LinkSteps({ connection }: { connection: ConnectionRow }) {
  const { t } = useLingui()
  const linking = useLinking(connection.id)
  return (
    <Tabs defaultValue="qr" className="flex flex-col gap-5">
      <TabsList variant="segment" aria-label={t`Como conectar`} className="w-full sm:max-w-80">
        <Tab variant="segment" value="qr">
          <Trans>QR code</Trans>
        </Tab>
        <Tab variant="segment" value="code">
          <Trans>Código no celular</Trans>
        </Tab>
      </TabsList>
      <Hindrances connection={connection} qrCount={linking.qrCount} failed={linking.failed} />
      <Base.Panel value="qr">
        <QrLink connection={connection} qrcode={linking.qrcode} />
      </Base.Panel>
      <Base.Panel value="code">
        <CodeLink connection={connection} linking={linking} />
      </Base.Panel>
      <QrProgress status={connection.status} />
    </Tabs>
  )
}

interface HindrancesProps {
  connection: ConnectionRow
  qrCount: number
  failed: boolean
}

function Hindrances({ connection: { status, statusReason }, qrCount, failed }: HindrancesProps) {
  const online = useOnline()
  const isLinking = status === 'qrcode' || status === 'OPENING'
  return (
    <>
      {!online && (
        <Notice tone="warning">
          <Trans>Sem rede. Para conectar um celular é preciso estar online.</Trans>
        </Notice>
      )}
      {online && failed && (
        <Notice tone="danger">
          <Trans>Não foi possível buscar o QR code. Verifique a conexão com o servidor.</Trans>
        </Notice>
      )}
      {(status === 'DISCONNECTED' || status === 'TIMEOUT') && statusReason !== null && (
        <Notice tone="warning">{reasonWords(statusReason)}</Notice>
      )}
      {isLinking && qrCount >= passkeyHintFrom && (
        <Notice tone="warning">
          <Trans>
            Já leu o QR code e nada aconteceu? Esta conta pode exigir uma chave de acesso (passkey). Tente pelo código
            no celular.
          </Trans>
        </Notice>
      )}
    </>
  )
}
