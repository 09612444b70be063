// Before a login logs another device out, whoever logs in is told which one that is, and asked.
import { Trans, useLingui } from '@lingui/react/macro'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { errorMessage } from '../../lib/text/error-message.ts'
import { secondsAgoWords } from '../../lib/text/ago.ts'
import { isHandheld, useDeviceName } from '../../lib/text/device-name.ts'
import { finishLogin } from '../../sync/session-client.ts'
import type { OtherDevice } from './asked-step.ts'

interface ElsewhereProps {
  step: string
  devices: readonly OtherDevice[]
  onDone(): void
  /** Back to the password. */
  onLeft(): void
}

export function Elsewhere({ step, devices, onDone, onLeft }: ElsewhereProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const enter = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await finishLogin('POST', '/confirm', { step })
      onDone()
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <>
      <ul className="flex flex-col gap-2" aria-label={t`Outros aparelhos`}>
        {devices.map((device, index) => (
          <Device key={index} device={device} />
        ))}
      </ul>
      <p className="text-base text-muted">
        <Trans>
          Continuar aqui? A sessão de lá termina. O que estava sendo escrito fica guardado naquele aparelho, para quando
          você voltar a entrar nele.
        </Trans>
      </p>
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      <Button variant="primary" size="lg" autoFocus disabled={busy} onClick={() => void enter()}>
        {busy ? t`Entrando…` : t`Continuar aqui`}
      </Button>
      <Button variant="ghost" onClick={onLeft}>
        <Trans>Voltar</Trans>
      </Button>
    </>
  )
}

function Device({ device }: { device: OtherDevice }) {
  const { t } = useLingui()
  const name = useDeviceName(device)
  const kind = isHandheld(device) ? t`Celular` : t`Computador`
  const Icon = isHandheld(device) ? Smartphone : Monitor
  const isKnown = device.browser !== null || device.system !== null
  return (
    <li className="flex items-center gap-3 rounded-md border border-line bg-surface p-3">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-col">
        <span className="text-base font-medium">{isKnown ? `${kind} · ${name}` : name}</span>
        <span className="text-sm text-muted tabular">{secondsAgoWords(device.secondsAgo)}</span>
      </span>
    </li>
  )
}
