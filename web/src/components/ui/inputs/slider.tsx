import { Slider as Base } from '@base-ui/react/slider'

interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  onChange(value: number): void
  /** What the value is in words. */
  valueText: string
}

/** One number between two, by dragging or with the arrow keys. */
export function Slider({ label, value, onChange, valueText, ...range }: SliderProps) {
  return (
    <Base.Root value={value} onValueChange={(next: number) => onChange(next)} {...range} className="w-full">
      <Base.Control className="flex h-8 w-full touch-none items-center select-none touch:h-11">
        <Base.Track className="h-1 w-full rounded-full bg-line-strong">
          <Base.Indicator className="rounded-full bg-accent" />
          <Base.Thumb
            aria-label={label}
            getAriaValueText={() => valueText}
            className="size-4 rounded-full border border-accent bg-surface shadow-bubble has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  )
}
