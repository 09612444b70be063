// A text that is sent to customers: its variables are put in where the caret is.
import { Trans, useLingui } from '@lingui/react/macro'
import { Braces } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { useFieldInsert } from '../lib/text/use-field-insert.ts'
import { useMenuInsert } from '../lib/text/use-menu-insert.ts'
import type { FieldState } from './resource-form/use-form-state.ts'
import { Button } from './ui/button.tsx'
import { TextareaField } from './ui/field.tsx'
import { Menu, MenuItem } from './ui/menu.tsx'

interface MessageFieldProps extends FieldState {
  label: string
  help?: string
  warning?: ReactNode
  /** What its form is opened to write. */
  autoFocus?: boolean
  /** Beside the conversation's own: what is put in, and what it is. */
  variables?: readonly (readonly [text: string, words: string])[]
}

export function MessageField({
  label,
  help,
  warning,
  variables: more = [],
  autoFocus = false,
  ...field
}: MessageFieldProps) {
  const { t } = useLingui()
  const input = useRef<HTMLTextAreaElement>(null)
  const { insert, focusAfter } = useMenuInsert(
    input,
    useFieldInsert(input, (value) => field.onChange({ target: { value } })),
  )
  const variables = [
    ...more,
    ['{{firstName}}', t`Primeiro nome`],
    ['{{name}}', t`Nome`],
    ['{{ms}}', t`Saudação da hora`],
    ['{{protocol}}', t`Protocolo`],
    ['{{date}}', t`Data`],
    ['{{hour}}', t`Hora`],
  ] as const
  return (
    <div className="flex flex-col items-start gap-1.5">
      <div className="w-full">
        {/* The field is a textarea, whatever its frame says of it. */}
        <TextareaField
          label={label}
          help={help}
          warning={warning}
          {...field}
          data-first={autoFocus || undefined}
          ref={input as unknown as RefObject<HTMLInputElement>}
        />
      </div>
      <Menu
        label={t`Variáveis`}
        align="start"
        focusAfter={focusAfter}
        trigger={
          <Button size="sm" aria-label={t`Inserir variável em ${label}`}>
            <Braces aria-hidden />
            <Trans>Inserir variável</Trans>
          </Button>
        }
      >
        {variables.map(([text, words]) => (
          <MenuItem key={text} onClick={() => insert(text)}>
            <span className="flex-1">{words}</span>
            <code className="text-xs text-muted">{text}</code>
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
