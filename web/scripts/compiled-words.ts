// Portuguese words stand in the code that says them, compiled as a catalogue's are: a screen brings its own along, and the first files have the
// login's alone. Other languages are catalogues, whose words go before these.
import type { PluginAPI, PluginObject } from '@babel/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/** The comment that lingui's macro puts before the object that it makes of a message. */
const mark = /^\*?\s*i18n\s*$/

/** For Babel, after lingui's macro with `descriptorFields: 'message'`. Throws what is no ICU message. */
export const compiledWords = ({ types }: PluginAPI): PluginObject => ({
  name: 'compiled-words',
  visitor: {
    ObjectExpression({ node }) {
      if (!node.leadingComments?.some(({ value }) => mark.test(value))) return
      for (const property of node.properties) {
        if (!types.isObjectProperty(property) || !types.isIdentifier(property.key, { name: 'message' })) continue
        if (types.isStringLiteral(property.value))
          property.value = types.valueToNode(compileMessageOrThrow(property.value.value))
      }
    },
  },
})
