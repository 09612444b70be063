// A person's own to-do list, kept in this browser only. Pure but for localStorage. Invariant: no task is blank; another person who works
// on this device neither sees nor loses it.
import * as v from 'valibot'

export interface Task {
  id: string
  text: string
}

export type Tasks = readonly Task[]

const stored = v.array(v.object({ id: v.string(), text: v.pipe(v.string(), v.trim(), v.minLength(1)) }))

/** What can't be read is no list. */
export function tasksIn(text: string | null): Tasks {
  try {
    return v.parse(stored, JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/** The newest stands first. Blank text adds nothing. */
export function addTask(tasks: Tasks, task: Task): Tasks {
  const text = task.text.trim()
  return text === '' ? tasks : [{ ...task, text }, ...tasks]
}

/** Blank text leaves it as it was. */
export function editTask(tasks: Tasks, id: string, written: string): Tasks {
  const text = written.trim()
  return text === '' ? tasks : tasks.map((task) => (task.id === id ? { ...task, text } : task))
}

export function removeTask(tasks: Tasks, id: string): Tasks {
  return tasks.filter((task) => task.id !== id)
}

/** Back at its place among those that are left. */
export function restoreTask(tasks: Tasks, task: Task, index: number): Tasks {
  return tasks.some(({ id }) => id === task.id) ? tasks : tasks.toSpliced(index, 0, task)
}
