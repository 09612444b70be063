import { useLingui } from '@lingui/react/macro'
import { Smile } from 'lucide-react'
import { memo, useState } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Popover } from '../../../components/ui/popover.tsx'
import { EmojiPicker } from './emoji-picker.tsx'

/** Stays open: one emoji seldom comes alone. */
export const EmojiButton = memo(function EmojiButton({ onPick }: { onPick(emoji: string): void }) {
  const { t } = useLingui()
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <>
      <IconButton
        size="lg"
        label={t`Emojis`}
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor((open) => (open ? null : currentTarget))}
      >
        <Smile />
      </IconButton>
      <Popover
        open={anchor !== null}
        onOpenChange={(open) => !open && setAnchor(null)}
        label={t`Emojis`}
        anchor={anchor}
      >
        <EmojiPicker onPick={onPick} />
      </Popover>
    </>
  )
})
