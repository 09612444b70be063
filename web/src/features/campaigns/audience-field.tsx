// Whom a campaign goes to: the people of a list, or those who have a tag; one of the two.
import { useLingui } from '@lingui/react/macro'
import { contactListWindow } from 'db/contact-lists/queries.ts'
import { allTags } from 'db/tags/queries.ts'
import { useState } from 'react'
import { Select } from '../../components/ui/inputs/select.tsx'
import { Tab, Tabs, TabsList } from '../../components/ui/tabs.tsx'
import { useQuery } from '../../sync/client.ts'
import type { CampaignFormState } from './campaign-form.tsx'

const most = 500

export function AudienceField({ form }: { form: CampaignFormState }) {
  const { t } = useLingui()
  const { contactListId, tagId } = form.values
  const [by, setBy] = useState<'list' | 'tag'>(tagId === null ? 'list' : 'tag')
  const lists = useQuery(contactListWindow({ term: '', limit: most })).rows
  const tags = useQuery(allTags()).rows
  const choose = (next: 'list' | 'tag') => {
    setBy(next)
    form.set(next === 'list' ? { tagId: null } : { contactListId: null })
  }
  const error = form.error('contactListId') ?? form.error('tagId')
  return (
    <div role="group" aria-label={t`Para quem`} className="flex flex-col gap-2">
      <p className="text-sm font-medium">{t`Para quem`}</p>
      <Tabs value={by} onValueChange={choose}>
        <TabsList variant="segment" aria-label={t`Para quem`}>
          <Tab variant="segment" value="list">{t`Lista de contatos`}</Tab>
          <Tab variant="segment" value="tag">{t`Etiqueta`}</Tab>
        </TabsList>
      </Tabs>
      {by === 'list' ? (
        <Select
          label={t`Lista de contatos`}
          placeholder={t`Escolha a lista`}
          value={contactListId}
          options={[
            { value: null, label: t`Nenhuma ainda` },
            ...lists.map(({ id, name, contactsCount }) => ({
              value: id,
              label: `${name} (${contactsCount.toLocaleString()})`,
            })),
          ]}
          help={t`Quem está na lista quando a campanha começa.`}
          error={error}
          onChange={(id) => form.set({ contactListId: id, tagId: null })}
        />
      ) : (
        <Select
          label={t`Etiqueta`}
          placeholder={t`Escolha a etiqueta`}
          value={tagId}
          options={[
            { value: null, label: t`Nenhuma ainda` },
            ...tags.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          help={t`Quem tem um atendimento com a etiqueta agora, quando você salva.`}
          error={error}
          onChange={(id) => form.set({ tagId: id, contactListId: null })}
        />
      )}
    </div>
  )
}
