// What somebody shows beside the password: an authenticator app, passkeys, and the codes for who lost both. The server's alone; each change wants
// the password again.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { startRegistration } from '@simplewebauthn/browser'
import { KeyRound, LifeBuoy, Smartphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { ResourcePage } from '../../../components/resource-list/resource-page.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import {
  AuthenticatorSetup,
  newAuthenticator,
  type NewAuthenticator,
} from '../../../desk/second-factor/authenticator-setup.tsx'
import { hasPasskeys, newPasskeyOptions, passkeyProblem } from '../../../desk/second-factor/passkey.ts'
import { RecoveryCodes } from '../../../desk/second-factor/recovery-codes.tsx'
import { callServer } from '../../../desk/server/server-call.ts'
import { ServerNote } from '../../../desk/server/server-note.tsx'
import { useAnswered, useOnline } from '../../../desk/server/use-online.ts'
import { useServerData } from '../../../desk/server/use-server-data.ts'
import { formatDateTime } from '../../../lib/text/date-time.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { usePlatformName } from './platform-name.ts'

const instant = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
)
const passkeySchema = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: instant,
  lastUsedAt: v.nullable(instant),
})
type Passkey = v.InferOutput<typeof passkeySchema>
const factorsSchema = v.object({
  authenticator: v.nullable(instant),
  recoveryCodes: v.number(),
  passkeys: v.array(passkeySchema),
  required: v.boolean(),
})
const codesAnswer = v.object({ recoveryCodes: v.nullable(v.array(v.string())) })

/** What is done once the password is there. */
interface Wish {
  title: string
  confirm: string
  run(password: string): Promise<void>
}

const path = '/auth/second-factor'

export function SecurityPage() {
  const { t } = useLingui()
  const server = useServerData(path, factorsSchema)
  const answered = useAnswered()
  const [wish, setWish] = useState<Wish | null>(null)
  const [authenticator, setAuthenticator] = useState<NewAuthenticator | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { data, reload } = server
  const show = (answer: unknown) => {
    setCodes(v.parse(codesAnswer, answer).recoveryCodes)
    reload()
  }
  const wishes = useWishes({ reload, show, onAuthenticator: setAuthenticator })
  return (
    <>
      <ResourcePage
        title={t`Segurança`}
        purpose={<Trans>O que você mostra, além da senha, para entrar.</Trans>}
        action={null}
      >
        <div className="flex flex-col gap-4">
          <ServerNote {...server} />
          {data === null && answered && server.error === null && <Skeleton className="h-64 rounded-lg" />}
          {data?.required && (
            <Notice>
              <Trans>Sua empresa exige a verificação em duas etapas de todos.</Trans>
            </Notice>
          )}
          {data && <FactorList factors={data} wishes={wishes} onWish={setWish} />}
        </div>
      </ResourcePage>
      {wish && <PasswordDialog {...wish} onClosed={() => setWish(null)} />}
      <AuthenticatorDialog
        authenticator={authenticator}
        onConfirmed={(answer) => {
          show(answer)
          setAuthenticator(null)
        }}
        onClosed={() => setAuthenticator(null)}
      />
      <CodesDialog codes={codes} onClosed={() => setCodes(null)} />
    </>
  )
}

type Wishes = ReturnType<typeof useWishes>

interface WishesProps {
  reload(): void
  /** Recovery codes that an answer brings. */
  show(answer: unknown): void
  onAuthenticator(authenticator: NewAuthenticator): void
}

function useWishes({ reload, show, onAuthenticator }: WishesProps) {
  const { t } = useLingui()
  const platform = usePlatformName()
  const remove = (what: string) => async (password: string) => {
    await callServer('POST', `${path}/${what}/remove`, { password })
    reload()
  }
  const addPasskey = async (password: string) => {
    const asked = newPasskeyOptions(await callServer('POST', `${path}/passkeys/options`, { password }))
    const response = await startRegistration({ optionsJSON: asked.options }).catch((error: unknown) => {
      throw new Error(passkeyProblem(error))
    })
    show(await callServer('POST', `${path}/passkeys`, { step: asked.step, name: platform, response }))
  }
  return {
    authenticator: {
      title: t`Configurar o aplicativo autenticador`,
      confirm: t`Continuar`,
      run: async (password: string) =>
        onAuthenticator(newAuthenticator(await callServer('POST', `${path}/authenticator`, { password }))),
    },
    noAuthenticator: {
      title: t`Remover o aplicativo autenticador?`,
      confirm: t`Remover`,
      run: remove('authenticator'),
    },
    passkey: { title: t`Adicionar uma chave de acesso`, confirm: t`Continuar`, run: addPasskey },
    noPasskey: ({ id, name }: Passkey): Wish => ({
      title: t`Remover a chave de acesso ${name}?`,
      confirm: t`Remover`,
      run: remove(`passkeys/${id}`),
    }),
    codes: {
      title: t`Gerar outros códigos de recuperação?`,
      confirm: t`Gerar`,
      run: async (password: string) => show(await callServer('POST', `${path}/recovery-codes`, { password })),
    },
  }
}

interface FactorListProps {
  factors: v.InferOutput<typeof factorsSchema>
  wishes: Wishes
  onWish(wish: Wish): void
}

function FactorList({ factors: { authenticator, passkeys, recoveryCodes }, wishes, onWish }: FactorListProps) {
  const { t } = useLingui()
  const online = useOnline()
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      <Factor
        icon={<Smartphone aria-hidden />}
        title={t`Aplicativo autenticador`}
        about={
          authenticator
            ? t`Desde ${formatDateTime(authenticator)}`
            : t`Um código de seis números, que muda a cada meio minuto.`
        }
        on={authenticator !== null}
      >
        <Button
          size="sm"
          disabled={!online}
          onClick={() => onWish(authenticator ? wishes.noAuthenticator : wishes.authenticator)}
        >
          {authenticator ? t`Remover autenticador` : t`Configurar autenticador`}
        </Button>
      </Factor>
      <Factor
        icon={<KeyRound aria-hidden />}
        title={t`Chaves de acesso`}
        about={t`O bloqueio do próprio aparelho: digital, rosto ou PIN. Entram sem senha.`}
        on={passkeys.length > 0}
      >
        {hasPasskeys() && (
          <Button size="sm" disabled={!online} onClick={() => onWish(wishes.passkey)}>
            <Trans>Adicionar chave de acesso</Trans>
          </Button>
        )}
      </Factor>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => onWish(wishes.noPasskey(passkey))} />
      ))}
      {(authenticator !== null || passkeys.length > 0) && (
        <Factor
          icon={<LifeBuoy aria-hidden />}
          title={t`Códigos de recuperação`}
          about={plural(recoveryCodes, {
            0: 'Nenhum sobrou: gere outros.',
            one: '# código ainda vale.',
            other: '# códigos ainda valem.',
          })}
          on={recoveryCodes > 0}
        >
          <Button size="sm" disabled={!online} onClick={() => onWish(wishes.codes)}>
            <Trans>Gerar outros códigos</Trans>
          </Button>
        </Factor>
      )}
    </ul>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove(): void }) {
  const { t } = useLingui()
  const online = useOnline()
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 pr-4 pl-12">
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base">{name}</span>
        <span className="block text-xs text-muted tabular">
          {lastUsedAt
            ? t`Desde ${formatDateTime(createdAt)} · usada por último: ${formatDateTime(lastUsedAt)}`
            : t`Desde ${formatDateTime(createdAt)}`}
        </span>
      </span>
      <Button
        size="sm"
        variant="dangerQuiet"
        disabled={!online}
        aria-label={t`Remover chave: ${name}`}
        onClick={onRemove}
      >
        <Trans>Remover</Trans>
      </Button>
    </li>
  )
}

interface AuthenticatorDialogProps {
  authenticator: NewAuthenticator | null
  onConfirmed(answer: unknown): void
  onClosed(): void
}

function AuthenticatorDialog({ authenticator, onConfirmed, onClosed }: AuthenticatorDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open={authenticator !== null}
      onOpenChange={(open) => !open && onClosed()}
      title={t`Aplicativo autenticador`}
    >
      {authenticator && (
        <div className="overflow-y-auto p-4 pt-0">
          <AuthenticatorSetup
            authenticator={authenticator}
            onConfirm={async (code) => onConfirmed(await callServer('PUT', `${path}/authenticator`, { code }))}
          />
        </div>
      )}
    </Dialog>
  )
}

function CodesDialog({ codes, onClosed }: { codes: readonly string[] | null; onClosed(): void }) {
  const { t } = useLingui()
  return (
    <Dialog open={codes !== null} onOpenChange={(open) => !open && onClosed()} title={t`Só desta vez`}>
      {codes && (
        <div className="overflow-y-auto p-4 pt-0">
          <RecoveryCodes codes={codes} onKept={onClosed} />
        </div>
      )}
    </Dialog>
  )
}

interface FactorProps {
  icon: ReactNode
  title: string
  about: string
  on: boolean
  /** What can be done. */
  children: ReactNode
}

function Factor({ icon, title, about, on, children }: FactorProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <span className="text-muted [&_svg]:size-5">{icon}</span>
      <span className="min-w-[min(12rem,100%)] flex-1">
        <span className="flex flex-wrap items-center gap-2 text-base font-medium">
          {title}
          {on && (
            <Badge shape="label" variant="good">
              <Trans>Ativo</Trans>
            </Badge>
          )}
        </span>
        <span className="block text-sm text-muted tabular">{about}</span>
      </span>
      {children}
    </li>
  )
}
