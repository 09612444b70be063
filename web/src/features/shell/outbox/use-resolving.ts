// Which conflict is being decided stands in the address, so that any screen can ask for it and back closes it.
import { useNavigate, useSearch } from '@tanstack/react-router'

export interface Resolving {
  entryId: string | undefined
  open(entryId: string): void
  close(): void
}

export function useResolving(): Resolving {
  const navigate = useNavigate()
  const entryId = useSearch({ from: '/_desk', select: ({ resolve }) => resolve })
  const go = (resolve: string | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, resolve }), replace: resolve === undefined })
  return { entryId, open: go, close: () => go(undefined) }
}
