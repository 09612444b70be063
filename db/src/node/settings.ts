// What a process reads of its environment, and what is said when that is wrong.
// Invariant: a line for each wrong variable, with its name and what is expected there. No value is told, neither its own nor another's: valibot's
// issues carry the whole environment.
import * as v from 'valibot'
import { ToldError } from '../kit/told-error.ts'

/** Its message is a line for each wrong variable. */
export class SettingsError extends ToldError {}

type Entries = Record<string, v.GenericSchema>
type Schema = v.GenericSchema & { entries: Entries }

/** @throws SettingsError */
export function readSettings<Wanted extends Schema>(schema: Wanted, source: object): v.InferOutput<Wanted> {
  const read = v.safeParse(schema, source, { message: expectation })
  if (read.success) return read.output
  const expected = Map.groupBy(read.issues, nameOf)
  const lines = [...expected].map(([name, issues]) => {
    const said = issues.map((issue) => (isMissing(issue) ? missing(schema.entries[name]) : issue.message))
    return [...(name === '' ? [] : [name]), [...new Set(said)].join('; ')].join(': ')
  })
  throw new SettingsError(lines.join('\n'))
}

/** Of a rule between variables: none, its message names them. */
const nameOf = ({ path }: v.BaseIssue<unknown>) => String(path?.[0]?.key ?? '')

const isMissing = ({ path, kind, received }: v.BaseIssue<unknown>) =>
  path?.length === 1 && kind === 'schema' && received === 'undefined'

/** What there should be is said by how nothing at all is refused. */
function missing(entry: v.GenericSchema | undefined) {
  const empty = entry && v.safeParse(entry, '', { message: expectation })
  return ['missing', ...(empty?.issues?.slice(0, 1).map(({ message }) => message) ?? [])].join('; ')
}

/** In place of valibot's own words, which quote what it received. */
function expectation({ type, expected, requirement }: v.BaseIssue<unknown> & { requirement?: unknown }): string {
  switch (type) {
    case 'url':
      return 'has to be an address'
    case 'to_number':
      return 'has to be a number'
    case 'integer':
      return 'has to be a whole number'
    case 'min_value':
      return `has to be ${String(requirement)} or more`
    case 'max_value':
      return `has to be ${String(requirement)} or less`
    case 'min_length':
      return `has to have ${String(requirement)} characters or more`
    case 'non_empty':
      return 'has to say something'
    case 'starts_with':
      return `has to begin with ${String(requirement)}`
    case 'picklist':
    case 'literal':
      return `has to be ${(expected ?? '').replaceAll(/[()"]/g, '').replaceAll(' | ', ' or ')}`
    default:
      return 'is not as docs/operations.md says'
  }
}

/** Of Postgres; never shown. */
export const databaseUrl = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\//, 'has to be an address that begins with postgresql://'),
  v.check((text) => URL.canParse(text), 'has to be an address; what is special in a password is percent-encoded'),
)

export const port = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0), v.maxValue(65_535))

export const logLevel = v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
