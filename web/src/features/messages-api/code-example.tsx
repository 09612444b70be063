import { useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Tab, Tabs, TabsList, TabsPanel } from '../../components/ui/tabs.tsx'
import { toastDone, toastError } from '../../lib/app/toast.ts'
import { languages, type Language, type Values } from './examples.ts'

const names: Record<Language, string> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' }

interface CodeExampleProps {
  /** What it shows. */
  label: string
  examples: Record<Language, (values: Values) => string>
  values: Values
  /** The same on all of the page. */
  language: Language
  onLanguage(language: Language): void
}

/** One call in three languages, to be copied whole. */
export function CodeExample({ label, examples, values, language, onLanguage }: CodeExampleProps) {
  const { t } = useLingui()
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(() => toastDone(t`Exemplo copiado.`), toastError)
  return (
    <Tabs
      value={language}
      onValueChange={(value) => onLanguage(value as Language)}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="flex items-center justify-between border-b border-line pr-1">
        <TabsList variant="line" className="border-b-0" aria-label={label}>
          {languages.map((each) => (
            <Tab key={each} value={each} variant="line">
              {names[each]}
            </Tab>
          ))}
        </TabsList>
        <IconButton label={t`Copiar: ${label}`} onClick={() => copy(examples[language](values))}>
          <Copy />
        </IconButton>
      </div>
      {languages.map((each) => (
        <TabsPanel key={each} value={each} tabIndex={-1}>
          {/* Long lines are scrolled to: it is a place for the keyboard too. */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre
            tabIndex={0}
            role="region"
            aria-label={`${label}: ${names[each]}`}
            className="overflow-x-auto p-4 text-xs"
          >
            <code>{examples[each](values)}</code>
          </pre>
        </TabsPanel>
      ))}
    </Tabs>
  )
}
