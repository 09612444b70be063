import type { MutationArgs, MutationName } from 'db/mutations.ts'
import { enqueue, type FileWithHash } from '../sync/client.ts'

/** As `mutate`, for who has a mutation's name and arguments as data: they are checked by its own schema. */
export async function callMutation(
  name: MutationName,
  args: Record<string, unknown>,
  files: readonly FileWithHash[] = [],
): Promise<void> {
  const { shown } = await enqueue(name, args as MutationArgs<MutationName>, files)
  await shown
}
