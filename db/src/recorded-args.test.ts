// Arguments as apps have written them into outboxes, version by version. An outbox may be weeks old: what is here must be accepted for
// ever, so lines are added and never changed. A schema that changes takes the old form in, and says with `v.pipe` what it means today.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseArgs } from './kit/define-mutation.ts'
import { mutations } from './mutations.ts'

const recorded: { name: string; args: unknown }[] = JSON.parse(
  await readFile(join(import.meta.dirname, 'recorded-args.json'), 'utf8'),
)

test.each(recorded)('$name $args', ({ name, args }) => {
  const mutation = mutations.get(name)
  if (!mutation) throw new Error(`${name} was removed: it may wait in somebody's outbox`)
  expect(() => parseArgs(mutation.args, args)).not.toThrow()
})

test('every mutation has its arguments recorded', () => {
  const names = new Set(recorded.map(({ name }) => name))
  expect([...mutations.keys()].filter((name) => !names.has(name))).toEqual([])
})
