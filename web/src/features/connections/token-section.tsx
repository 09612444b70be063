import type { ConnectionRow } from 'db/connections/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { toastDone, toastError } from '../../lib/app/toast.ts'
import { Section } from './connection-form.tsx'
import { makeToken, removeToken } from './token.ts'
import { useOnline } from '../../desk/server/use-online.ts'
import { usePlanFeatures } from '../../desk/guards/use-plan-features.ts'

type Asking = 'replace' | 'remove' | null

export function TokenSection({ connection: { id, tokenHint } }: { connection: ConnectionRow }) {
  const { t } = useLingui()
  const online = useOnline()
  const { features, known } = usePlanFeatures()
  const isInPlan = !known || features.has('useExternalApi')
  const [token, setToken] = useState<string | null>(null)
  const [asking, setAsking] = useState<Asking>(null)
  const make = () => void makeToken(id).then(setToken, toastError)
  const remove = () => void removeToken(id).then(() => setToken(null), toastError)
  const hasToken = token !== null || tokenHint !== null
  const hint = token?.slice(-4) ?? tokenHint
  return (
    <Section title={t`Token da API externa`}>
      <p className="text-sm text-muted">
        {hasToken ? (
          <Trans>Há um token, que termina em {hint}. Ele só aparece inteiro quando é gerado.</Trans>
        ) : (
          <Trans>Com um token, outros sistemas enviam mensagens por esta conexão.</Trans>
        )}
      </p>
      {token !== null && <Shown token={token} />}
      {!isInPlan && (
        <Notice>
          <Trans>O plano da sua empresa não inclui a API de mensagens: um token não envia nada.</Trans>
        </Notice>
      )}
      {!online && (
        <Notice tone="warning">
          <Trans>Sem rede. Tokens só podem ser gerados e removidos com conexão ao servidor.</Trans>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={!online || !isInPlan} onClick={() => (hasToken ? setAsking('replace') : make())}>
          <KeyRound aria-hidden />
          {hasToken ? <Trans>Gerar outro token</Trans> : <Trans>Gerar token</Trans>}
        </Button>
        {hasToken && (
          <Button variant="dangerQuiet" disabled={!online} onClick={() => setAsking('remove')}>
            <Trans>Remover token</Trans>
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={asking === 'remove' ? t`Remover o token?` : t`Gerar outro token?`}
        description={t`O token atual deixa de funcionar na hora: os sistemas que o usam param de enviar.`}
        confirm={asking === 'remove' ? t`Remover` : t`Gerar`}
        onConfirm={asking === 'remove' ? remove : make}
      />
    </Section>
  )
}

function Shown({ token }: { token: string }) {
  const { t } = useLingui()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      toastDone(t`Token copiado.`)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Field
      label={t`Token`}
      value={token}
      readOnly
      help={t`Copie agora: ele não será mostrado de novo. O anterior, se havia, já não funciona.`}
      onFocus={(event) => event.target.select()}
      end={
        <IconButton label={t`Copiar token`} onClick={() => void copy()}>
          <Copy />
        </IconButton>
      }
    />
  )
}
