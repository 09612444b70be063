import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from './icon-button.tsx'
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
        className="h-8 border-transparent bg-hover pr-9 pl-8 sm:text-sm [&::-webkit-search-cancel-button]:hidden"
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
