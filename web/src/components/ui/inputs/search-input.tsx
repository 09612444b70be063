import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { cn } from '../../../lib/class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { Input } from './input.tsx'

interface SearchInputProps {
  label: string
  placeholder?: string
  value: string
  onChange(value: string): void
  onArrowDown?(): void
}

export function SearchInput({ label, placeholder, value, onChange, onArrowDown }: SearchInputProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className="relative">
      <Search className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted" />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') clear()
          else if (event.key === 'ArrowDown') onArrowDown?.()
        }}
        className={cn(
          'h-8 border-transparent bg-hover pl-8 text-ellipsis sm:text-sm [&::-webkit-search-cancel-button]:hidden',
          // Room for the button only when it is there: on phones the placeholder needs it.
          value === '' ? 'pr-2' : 'pr-9 touch:pr-12',
        )}
      />
      {value !== '' && (
        <IconButton
          size="sm"
          label={t`Limpar busca`}
          onClick={clear}
          className="absolute top-1/2 right-0.5 -translate-y-1/2"
        >
          <X />
        </IconButton>
      )}
    </div>
  )
}
