// Search and grid of all emoji, in the language of the interface. Its data comes with the app, so that it works offline.
import { useLingui } from '@lingui/react/macro'
import { EmojiPicker, type EmojiDataResolver, type EmojiPickerListComponents } from 'frimousse'
import { touch, useMedia } from '../../../lib/media/use-media.ts'
import { cn } from '../../../lib/class-names.ts'
import { knownEmojiVersion } from '../../../lib/text/emoji-version.ts'
import { inputVariants } from '../../../components/ui/inputs/input.tsx'

const data: Record<string, () => Promise<{ default: Awaited<ReturnType<EmojiDataResolver>> }>> = {
  pt: () => import('virtual:emoji/pt'),
  en: () => import('virtual:emoji/en'),
  es: () => import('virtual:emoji/es'),
}

/** Without those that this device would show as boxes. */
const resolveEmojiData: EmojiDataResolver = async (locale) => {
  const load = data[locale] ?? data['en']
  if (!load) throw new Error('no emoji')
  const { default: all } = await load()
  const known = knownEmojiVersion()
  return { ...all, emojis: all.emojis.filter(({ version }) => version <= known) }
}

export default function EmojiGrid({ onPick }: { onPick(emoji: string): void }) {
  const { t, i18n } = useLingui()
  const onTouch = useMedia(touch)
  return (
    <EmojiPicker.Root
      locale={i18n.locale}
      resolveEmojiData={resolveEmojiData}
      columns={8}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
      className="flex size-full flex-col"
    >
      <div className="p-2 pb-1">
        <EmojiPicker.Search
          // The keyboard of a phone would cover the grid.
          autoFocus={!onTouch}
          aria-label={t`Buscar emoji`}
          placeholder={t`Buscar emoji`}
          className={cn(inputVariants(), 'h-9 touch:h-11')}
        />
      </div>
      <EmojiPicker.Viewport className="min-h-0 flex-1 outline-hidden">
        <EmojiPicker.Empty className="flex h-full items-center justify-center text-sm text-muted">
          {t`Nenhum emoji com esse nome`}
        </EmojiPicker.Empty>
        <EmojiPicker.List className="pb-2 select-none" components={components} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}

/** ARIA counts from one; the picker from zero. */
const fromOne = (index: number | undefined) => (index === undefined ? undefined : index + 1)

const components: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="bg-raised px-3 pt-2 pb-1 text-xs font-medium text-muted">
      {category.label}
    </div>
  ),
  Row: ({ children, ...props }) => (
    <div {...props} aria-rowindex={fromOne(props['aria-rowindex'])} className="px-2">
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...props }) => (
    <button
      {...props}
      aria-colindex={fromOne(props['aria-colindex'])}
      className="flex size-9.25 items-center justify-center rounded-md text-xl data-active:bg-hover"
    >
      {emoji.emoji}
    </button>
  ),
}
