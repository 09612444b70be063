import { keyCaps } from '../../lib/app/shortcuts.ts'

const mac = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '')

/** Keys of a shortcut, as they stand on the keyboard. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keyCaps(keys, mac).map((cap) => (
        <kbd
          key={cap}
          className="inline-flex h-5.5 min-w-5.5 items-center justify-center rounded-sm border border-line-strong bg-surface px-1.5 font-sans text-xs text-muted"
        >
          {cap}
        </kbd>
      ))}
    </span>
  )
}
