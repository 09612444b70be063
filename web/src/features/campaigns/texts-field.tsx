// Five versions of a text, of which those that are not blank go round; and how the open one reads for a real contact.
import { Trans, useLingui } from '@lingui/react/macro'
import { fillVariables } from 'db/bot/variables.ts'
import { defaultPace } from 'db/campaigns/pace.ts'
import { campaignSettingsOwn } from 'db/campaigns/queries.ts'
import { confirmationFields, fillPerson, messageFields, personVariables } from 'db/campaigns/rules.ts'
import { ownCompany } from 'db/companies/queries.ts'
import { contactChoices } from 'db/contacts/queries.ts'
import { useState } from 'react'
import { Markup } from '../../components/markup.tsx'
import { MessageField } from '../../components/message-field.tsx'
import { Tab, Tabs, TabsList } from '../../components/ui/tabs.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useQuery } from '../../sync/client.ts'
import type { CampaignFormState } from './campaign-form.tsx'

interface TextsFieldProps {
  form: CampaignFormState
  which: 'message' | 'question'
}

export function TextsField({ form, which }: TextsFieldProps) {
  const { t } = useLingui()
  const fields = which === 'message' ? messageFields : confirmationFields
  // What is missing is named at the first.
  const [at, setAt] = useState(0)
  const field = fields[at] ?? fields[0]
  const [settings = defaultPace] = useQuery(campaignSettingsOwn()).rows
  const title = which === 'message' ? t`Mensagens` : t`Perguntas de confirmação`
  const number = at + 1
  const label = which === 'message' ? t`Mensagem ${number}` : t`Pergunta ${number}`
  const known: Record<(typeof personVariables)[number], string> = {
    nome: t`Nome da pessoa`,
    numero: t`Número da pessoa`,
    email: t`E-mail da pessoa`,
  }
  const variables = [
    ...personVariables.map((name) => [`{${name}}`, known[name]] as const),
    ...settings.variables.map(({ key, value }) => [`{${key}}`, value] as const),
  ]
  return (
    <div role="group" aria-label={title} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm font-medium">{title}</p>
        <Tabs value={at} onValueChange={setAt}>
          <TabsList variant="segment" aria-label={title}>
            {fields.map((each, index) => {
              const place = index + 1
              const isFilled = form.values[each].trim() !== ''
              return (
                <Tab
                  key={each}
                  variant="segment"
                  value={index}
                  aria-label={isFilled ? t`Versão ${place}, escrita` : t`Versão ${place}, em branco`}
                  className="w-9 flex-none"
                >
                  {place}
                  {isFilled && <span aria-hidden className="size-1.5 rounded-full bg-accent" />}
                </Tab>
              )
            })}
          </TabsList>
        </Tabs>
      </div>
      <MessageField key={field} label={label} variables={variables} {...form.field(field)} />
      <Preview text={form.values[field]} variables={settings.variables} />
    </div>
  )
}

interface PreviewProps {
  text: string
  variables: readonly { key: string; value: string }[]
}

/** As the first contact of the company would read it. */
function Preview({ text, variables }: PreviewProps) {
  const [contact] = useQuery(contactChoices({ term: '', limit: 1 })).rows
  const [company] = useQuery(ownCompany()).rows
  const now = useNow()
  if (text.trim() === '' || !contact) return null
  const { name, number } = contact
  const filled = fillVariables(fillPerson(text, { name, number, email: '' }, variables), {
    contactName: name,
    ticketNumber: null,
    now,
    timeZone: company?.timeZone ?? 'America/Sao_Paulo',
    language: 'pt',
  })
  return (
    <figure className="flex flex-col items-end gap-1">
      <div
        dir="auto"
        className="max-w-[85%] rounded-lg rounded-tr-sm bg-own px-3 py-2 text-base break-words whitespace-pre-wrap shadow-bubble"
      >
        <Markup text={filled} />
      </div>
      <figcaption className="text-xs text-muted">
        <Trans>Como {name} recebe</Trans>
      </figcaption>
    </figure>
  )
}
