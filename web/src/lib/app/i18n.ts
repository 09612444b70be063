// The interface's language: chosen by the person, else the browser's, else Portuguese, whose words stand in the code (scripts/compiled-words.ts).
// The others are loaded.
import { i18n, type Messages } from '@lingui/core'
import { kept } from '../data/kept.ts'

export const languages = [
  { value: 'pt', label: 'Português', lang: 'pt-BR' },
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'es', label: 'Español', lang: 'es' },
] as const

export type Language = (typeof languages)[number]['value']

const storageKey = 'language'

const loaders: Record<Language, () => Promise<Messages>> = {
  pt: async () => ({}),
  en: async () => (await import('../../locales/en.po')).messages,
  es: async () => (await import('../../locales/es.po')).messages,
}

export const messagesOf = (language: Language) => loaders[language]()

export function preferredLanguage(): Language {
  const wanted = [kept.get(storageKey), ...navigator.languages]
  return wanted.map((tag) => languageOf(tag)).find((language) => language !== undefined) ?? 'pt'
}

export async function activateLanguage(language: Language): Promise<void> {
  i18n.loadAndActivate({ locale: language, messages: await messagesOf(language) })
  document.documentElement.lang = languages.find(({ value }) => value === language)?.lang ?? language
}

export async function chooseLanguage(language: Language): Promise<void> {
  kept.set(storageKey, language)
  await activateLanguage(language)
}

function languageOf(tag: string | null): Language | undefined {
  return languages.find(({ value }) => tag?.toLowerCase().startsWith(value))?.value
}
