import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { tasksIn, type Tasks } from './tasks.ts'
import { kept } from '../../lib/data/kept.ts'

const listeners = new Set<() => void>()

/** One list in all tabs. Each change starts from what is stored, so that tabs don't undo each other. */
export function useTasks(userId: string): [Tasks, (change: (tasks: Tasks) => Tasks) => void] {
  const key = `todolist:${userId}` as const
  const stored = useSyncExternalStore(subscribe, () => kept.get(key))
  const tasks = useMemo(() => tasksIn(stored), [stored])
  const change = useCallback(
    (changed: (tasks: Tasks) => Tasks) => {
      kept.set(key, JSON.stringify(changed(tasksIn(kept.get(key)))))
      for (const listener of listeners) listener()
    },
    [key],
  )
  return [tasks, change]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
