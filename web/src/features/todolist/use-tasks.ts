import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { tasksIn, type Tasks } from './tasks.ts'

const listeners = new Set<() => void>()

/** One list in all tabs. Each change starts from what is stored, so that tabs don't undo each other. */
export function useTasks(userId: string): [Tasks, (change: (tasks: Tasks) => Tasks) => void] {
  const key = `todolist:${userId}`
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  const tasks = useMemo(() => tasksIn(stored), [stored])
  const change = useCallback(
    (changed: (tasks: Tasks) => Tasks) => {
      localStorage.setItem(key, JSON.stringify(changed(tasksIn(localStorage.getItem(key)))))
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
