// Choosing the colour of a queue: a few that go together, or any in hex. Colours that somebody else has can't be chosen.
import { useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { presetColors } from 'db/kit/preset-colors.ts'
import { cn } from '../lib/class-names.ts'
import type { FieldState } from './resource-form/use-form-state.ts'
import { Field } from './ui/field.tsx'
import { Tooltip } from './ui/tooltip.tsx'

interface ColorFieldProps extends FieldState {
  label: string
  /** In use elsewhere, lower case. */
  taken: ReadonlySet<string>
}

export function ColorField({ label, taken, ...field }: ColorFieldProps) {
  const { t } = useLingui()
  const chosen = field.value.toLowerCase()
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={label}
        {...field}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="#0f766e"
        end={<Preview color={field.value} />}
      />
      <div role="group" aria-label={t`Cores sugeridas`} className="flex flex-wrap gap-1.5">
        {presetColors.map((color) => (
          <Swatch
            key={color}
            color={color}
            chosen={color === chosen && !taken.has(color)}
            taken={taken.has(color)}
            onChoose={() => field.onChange({ target: { value: color } })}
          />
        ))}
      </div>
    </div>
  )
}

interface SwatchProps {
  color: string
  chosen: boolean
  taken: boolean
  onChoose(): void
}

function Swatch({ color, chosen, taken, onChoose }: SwatchProps) {
  const { t } = useLingui()
  const label = taken ? t`${color}, em uso` : color
  return (
    <Tooltip content={label}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={chosen}
        disabled={taken}
        onClick={onChoose}
        className={cn(
          'relative inline-flex size-7 items-center justify-center rounded-full text-white touch:size-11',
          taken && 'opacity-30 after:absolute after:h-0.5 after:w-[115%] after:-rotate-45 after:bg-surface',
          chosen && 'ring-2 ring-ink ring-offset-2 ring-offset-(--raised)',
        )}
        style={{ backgroundColor: color }}
      >
        {chosen && <Check aria-hidden className="size-4" />}
      </button>
    </Tooltip>
  )
}

function Preview({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      className="mr-2 block size-5 rounded-full ring-1 ring-ink/15"
      style={{ backgroundColor: isHex(color) ? color : 'transparent' }}
    />
  )
}

const isHex = (text: string) => /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)
