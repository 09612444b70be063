// The form of a user. Everything but the password is saved on this device and may wait; the password needs the server at once.
import { connectionChoices } from 'db/connections/queries.ts'
import { queueChoices } from 'db/queues/queries.ts'
import { userById, type UserRow } from 'db/users/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { profiles } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { useState } from 'react'
import type { FormOutput } from '../../components/resource-form/check-fields.ts'
import { problemWords } from '../../components/resource-form/problem-words.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState, type FormState } from '../../components/resource-form/use-form-state.ts'
import { QueuesField } from '../../components/queues-field.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Select } from '../../components/ui/inputs/select.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { NewPasswordField } from '../../desk/password/new-password-field.tsx'
import { useOnline } from '../../desk/server/use-online.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { useQuery } from '../../sync/client.ts'
import { useSession } from '../../sync/session-client.ts'
import { Invitation } from './invitation.tsx'
import { inviteNew, useSendsMail } from './invitations.ts'
import { givePassword } from './give-password.ts'
import { PasswordLink } from './password-link.tsx'
import { profileHelp, profileWords } from './profile-words.ts'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { passwordProblem, userFields } from './user-fields.ts'

type Form = FormState<typeof userFields>

export function UserForm({ title, initial, isNew, notice, onSave, onClosed }: RowFormProps<UserRow>) {
  const { t } = useLingui()
  const online = useOnline()
  const isOneself = useActor().userId === initial.id
  const [invites, setInvites] = useState(false)
  const mails = useSendsMail()
  const form = useFormState({
    fields: userFields,
    initial: { ...initial, password: '' },
    checked: notice !== null,
    rules: {
      password({ password }) {
        const problem = passwordProblem(password, isNew && online && !invites)
        return problem && problemWords(problem)
      },
    },
  })
  const save = async ({ password, ...values }: FormOutput<typeof userFields>) => {
    // A new row's id is known here, because its password follows it.
    const id = isNew ? newId() : initial.id
    await onSave(isNew ? { id, ...values } : values)
    if (isNew && invites) void inviteNew(id, values.name, mails ? 'mail' : 'link')
    else if (password !== '') void givePassword(id, values.name, password)
  }
  return (
    <ResourceForm title={title} form={form} onSave={save} onClosed={onClosed}>
      {notice}
      <Field label={t`Nome`} {...form.field('name')} autoFocus autoComplete="off" />
      <Field
        label={t`E-mail`}
        help={t`É com ele que a pessoa entra.`}
        {...form.field('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      {isNew && online && (
        <SwitchRow
          label={t`Convidar por link`}
          checked={invites}
          onChange={(on) => {
            setInvites(on)
            form.set({ password: '' })
          }}
        >
          {mails
            ? t`A pessoa recebe um link por e-mail e escolhe a sua senha.`
            : t`Você envia um link à pessoa, e ela escolhe a sua senha.`}
        </SwitchRow>
      )}
      {!isOneself && !invites && <Password form={form} isNew={isNew} online={online} />}
      <ProfileField form={form} />
      <Work form={form} />
      {!isNew && !isOneself && <Coming initial={initial} />}
      {!isNew && !isOneself && <ResetSecondFactor userId={initial.id} name={initial.name} />}
    </ResourceForm>
  )
}

/** By a link: to the first password, or to another. */
function Coming({ initial }: { initial: UserRow }) {
  // As it is now: the form keeps how it opened.
  const user = useQuery(userById({ id: initial.id })).rows[0] ?? initial
  return user.canLogIn ? <PasswordLink userId={user.id} /> : <Invitation user={user} />
}

function Password({ form, isNew, online }: { form: Form; isNew: boolean; online: boolean }) {
  const { t } = useLingui()
  const company = useSession()?.user.company.name ?? null
  if (!online && form.values.password === '') {
    return (
      <Notice>
        <Trans>Sem internet a senha não pode ser definida. Abra este usuário de novo quando houver conexão.</Trans>
      </Notice>
    )
  }
  return (
    <NewPasswordField
      {...form.field('password')}
      label={isNew ? t`Senha` : t`Nova senha`}
      owner={{ email: form.values.email, company }}
      {...(!isNew && { help: t`Deixe em branco para não mudar. Uma senha nova encerra os acessos da pessoa.` })}
    />
  )
}

function ProfileField({ form }: { form: Form }) {
  const { t } = useLingui()
  const { profile } = form.values
  return (
    <div className="flex flex-col gap-1">
      <Select
        label={t`Perfil`}
        placeholder=""
        value={profile}
        options={profiles.map((value) => ({ value, label: profileWords(value) }))}
        onChange={(chosen) => form.set({ profile: chosen ?? 'user' })}
      />
      <p className="text-xs text-muted">{profileHelp(profile)}</p>
    </div>
  )
}

function Work({ form }: { form: Form }) {
  const { t } = useLingui()
  const { rows: queues } = useQuery(queueChoices())
  const { rows: connections } = useQuery(connectionChoices())
  const options = connections.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <QueuesField
        queues={queues}
        value={form.values.queueIds}
        onChange={(queueIds) => form.set({ queueIds })}
        help={t`Os atendimentos destas filas aparecem para a pessoa. Sem a fila, os que ela tem abertos voltam a aguardar.`}
      />
      <Select
        label={t`Conexão padrão`}
        placeholder={t`A da empresa`}
        value={form.values.connectionId}
        options={[{ value: null, label: t`A da empresa` }, ...options]}
        onChange={(connectionId) => form.set({ connectionId })}
      />
      <SwitchRow
        label={t`Avisar de todos os atendimentos`}
        checked={form.values.allTicket}
        onChange={(allTicket) => form.set({ allTicket })}
      >
        {t`Também dos que aguardam, não só dos que são da pessoa.`}
      </SwitchRow>
    </>
  )
}
