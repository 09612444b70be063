// What a management screen has to say of its resource; everything else of list and form is the same for all (screen.tsx, edit-row.tsx).
// Invariant: the mutations are `noun`.create, .update and .delete of db/kit/crud.ts, whose fields are the row's.
import type { QueryCall } from 'db/kit/define-query.ts'
import type { ErrorCode } from 'db/kit/errors.ts'
import type { UserActor } from 'db/kit/actor.ts'
import type { ResourceNoun } from 'db/resources.ts'
import type { ComponentType, ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { Column } from '../components/resource-list/resource-list.tsx'
import type { Listed } from '../components/resource-list/unsent-rows.ts'
import type { ListPath, ResourcePath } from './entries.ts'
import type { FileWithHash, OutboxEntry } from '../sync/client.ts'

export type ListedRow<Row> = Listed<Row, OutboxEntry>

/** What forms need to know of it. */
export interface EditedResource<Row extends { id: string }> {
  noun: ResourceNoun
  /** Path of the list. */
  path: ListPath
  notFound: ErrorCode
  one(args: { id: string }): QueryCall<Row>
  /** How a new one opens. */
  blank(): Omit<Row, 'id'>
  words(): FormWords
  Form: ComponentType<RowFormProps<Row>>
}

export interface Resource<Row extends { id: string }> extends EditedResource<Row> {
  /** Its forms are at /new and /$id below it. */
  path: ResourcePath
  icon: LucideIcon
  /** The first `limit` rows that have the term, in the list's order. */
  window(args: { term: string; limit: number }): QueryCall<Row>
  count(args: { term: string }): QueryCall<{ count: number }>
  nameOf(row: Row): string
  words(): ResourceWords
  /** The first names the row. */
  columns(): readonly [Column<ListedRow<Row>>, ...Column<ListedRow<Row>>[]]
  /** A row has more than three things that can be done to it. */
  manyActions?: true
  /** What can be done about a refusal beyond editing, by its details. */
  Refusal?: ComponentType<{ details: unknown }>
  /** What follows from deleting this one, where it is more than `deleteMeans`. */
  DeleteMeans?: ComponentType<{ row: Row }>
  mayAdd?(actor: UserActor): boolean
  mayEdit?(row: Row, actor: UserActor): boolean
  /** It is opened to be looked at. */
  isReadOnly?(row: Row): boolean
  mayDelete?(row: Row, actor: UserActor): boolean
}

/** Of its forms: their titles, and what is said when one was saved. */
export interface FormWords {
  add: string
  edit: string
  saved: string
}

export interface ResourceWords extends FormWords {
  title: string
  /** What this place is for, in one line. */
  purpose: string
  search: string
  count(count: number): string
  /** When there is none at all: that, and what they are for. */
  empty: string
  emptyHelp: string
  /** One of them, as somebody would write it. */
  example: string
  deleted: string
  /** The questions, by the row's name. */
  delete(name: string): string
  discard(name: string): string
  /** What follows from deleting. */
  deleteMeans: string
}

export interface RowFormProps<Row> {
  title: string
  initial: Row
  isNew: boolean
  /** Above the fields: why it is opened again. */
  notice: ReactNode
  /** `files` that the values name by their hash; they wait on the device with the entry. */
  onSave(values: Partial<Row>, files?: readonly FileWithHash[]): Promise<void>
  onClosed(): void
}
