// What an outbox says of a resource's entries, and where a refused one is changed. Apart from its screen, so that the frame of the app knows
// words and addresses without every form.
import type { LinkProps } from '@tanstack/react-router'
import type { ResourceNoun } from 'db/resources.ts'

type Paths = NonNullable<LinkProps['to']>

type WithForms<Path> = Path extends `${infer Base}/new` ? (`${Base}/$id` extends Paths ? Base : never) : never

/** Path of a list that has its forms at /new and /$id below it. */
export type ResourcePath = WithForms<Paths>
/** Also one whose rows have a screen of their own, and their forms below that. */
export type ListPath = ResourcePath | '/chats'

export type FormLink =
  | { to: '/chats/$chatId/edit'; params: { chatId: string } }
  | { to: '/queues/$queueId'; params: { queueId: string } }
  | { to: '/connections/$connectionId'; params: { connectionId: string } }
  | { to: `${ResourcePath}/$id`; params: { id: string } }

export interface ResourceEntries {
  /** Where the row's values are changed; none: nowhere by itself. */
  form?(id: string): FormLink
  /** The argument that names a new row, or names the row that does. */
  namedBy: string
  create(name: string): string
  update(name: string): string
  /** Null: nobody knows its name any more. */
  remove(name: string | null): string
}

export type AllEntries = Readonly<Record<ResourceNoun, ResourceEntries>>

export const formAt =
  (path: ResourcePath) =>
  (id: string): FormLink => ({ to: `${path}/$id`, params: { id } })
