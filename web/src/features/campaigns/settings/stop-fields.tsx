// Who wants no more: the words that say so, a line each, and how they are answered.
import { useLingui } from '@lingui/react/macro'
import { campaignSettingColumns } from 'db/campaigns/settings.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { TextareaField } from '../../../components/ui/field.tsx'
import type { PartProps } from './settings-page.tsx'

const wordsIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function StopFields({ values: { stopWords, stoppedText }, set }: PartProps) {
  const { t } = useLingui()
  // Lines that are blank while somebody types are no words.
  const [typed, setTyped] = useState(stopWords.join('\n'))
  return (
    <>
      <TextareaField
        label={t`Palavras de descadastro`}
        help={t`Uma por linha. Valem quando são a mensagem inteira. Também vale a palavra que o texto da campanha pede, como em “responda CANCELAR para não receber mais”.`}
        value={typed}
        error={
          v.is(campaignSettingColumns.stopWords, stopWords)
            ? null
            : t`Até 50 palavras, cada uma com até 40 caracteres e ao menos uma letra ou um número.`
        }
        onChange={({ target }) => {
          setTyped(target.value)
          set({ stopWords: wordsIn(target.value) })
        }}
      />
      <TextareaField
        label={t`Resposta a quem saiu`}
        help={t`Vai uma vez a cada pessoa. Vazia, nada é respondido.`}
        value={stoppedText}
        error={v.is(campaignSettingColumns.stoppedText, stoppedText) ? null : t`Até 1000 caracteres.`}
        onChange={({ target }) => set({ stoppedText: target.value })}
      />
    </>
  )
}
