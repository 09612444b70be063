// Fields of rows as people know them, for what is told about an edit outside its form.
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const words: Record<string, MessageDescriptor> = {
  name: msg`Nome`,
  color: msg`Cor`,
  orderQueue: msg`Ordem`,
  greetingMessage: msg`Mensagem de saudação`,
}

export function fieldWords(field: string): string {
  const known = words[field]
  return known ? i18n._(known) : field
}
